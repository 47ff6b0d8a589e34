"""A small Sphinx project that uses each directive: it builds in seconds, where the book takes minutes."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
QUIZZES = sorted((ROOT / "book" / "_quiz").glob("*.md"))

CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "book" / "_ext")!r})
extensions = ["myst_parser", "ffn_book", "mathml"]
html_theme = "sphinx_book_theme"
html_math_renderer = "mathml"
html_static_path = [{str(ROOT / "book" / "_static")!r}, {str(ROOT / "book" / "vendor")!r}]
html_css_files = ["book.css"]
html_context = {{"default_mode": "auto"}}
html_title = "A small book"
language = "en"
numfig = True
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist", "attrs_inline", "substitution"]
"""

FIGURE = """# The {name}

```{{moving-figure}} {name}
:alt: The {name} and its controls.
:name: fig-{name}

Change it, with $x W_1$ in mind.
```

See {{numref}}`fig-{name}`.
"""

SAMPLE_QUIZ = """# Sample

::::{quiz}

:::{question} pick
Which of them is $\\sigma$?

- ( ) The **first**

  Not the first, says the feedback.
- (x) The second, $\\sigma$

  The second it is.
- ( ) $\\sigma^3$

  Third is a metal.
:::

:::{question} slope
:answer: gelu_grad(2 ** 0.5)
:tolerance: 5e-4

The largest slope of GELU?

- (x) It is at the root of two.
- (`1`) So it is for ReLU.
- (`silu_grad(2 ** 0.5)`) That is SiLU.
- (else) Look at the root of two.
:::

:::{question} count
:answer: ffn_parameters(768, 3072)

How many weights?

- (x) Two matrices.
- (`ffn_parameters(768, 3072, gated=True)`) Three matrices are for a gate.
- (else) Multiply.
:::

::::
"""

FIGURES = ("stepper", "activations", "calculator", "regions")
NUMBERS = "# Numbers\n\nGPT-2: {ffn}`ffn_parameters(768, 3072)`. A dip: {ffn}`gelu(-1.0) | .4f`. {ffn}`2 - 5`.\n"
#: The order of the table of contents is not that of the alphabet.
CHAPTERS = ["sample", *(f"quiz_{path.stem}" for path in reversed(QUIZZES))]


def pages() -> dict[str, str]:
    toc = "\n".join([*CHAPTERS, *FIGURES, "numbers"])
    texts = {"index": f"# Home\n\n```{{progress}}\n```\n\n```{{toctree}}\n{toc}\n```\n"}
    texts |= {name: FIGURE.format(name=name) for name in FIGURES}
    texts |= {f"quiz_{path.stem}": f"# {path.stem}\n\n{path.read_text()}" for path in QUIZZES}
    return texts | {"numbers": NUMBERS, "sample": SAMPLE_QUIZ}


def build(folder: Path, texts: dict[str, str], *options: str) -> tuple[Path, str]:
    """Builds the pages; gives the folder of the HTML, and what Sphinx said."""
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "conf.py").write_text(CONF)
    for name, text in texts.items():
        (source / f"{name}.md").write_text(text)
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", *options, source, folder / "html"]
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)
    return folder / "html", done.stderr
