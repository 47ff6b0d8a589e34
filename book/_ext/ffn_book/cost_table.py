"""The table of real models: what stands in the calculator's place without JavaScript, and its presets."""

from dataclasses import asdict

from ffn_ref import MODELS

HEADS = ("Model", "d", "d_ff", "ratio", "gated", "FFN parameters in a layer", "FFN share of the model")


def row(model) -> str:
    cells = (
        f"{model.d_model:,}",
        f"{model.d_ff:,}",
        f"{model.ratio:.3g}",
        "yes" if model.gated else "no",
        f"{model.ffn_parameters:,}",
        f"{model.ffn_share:.1%}".replace("%", " %"),
    )
    cells = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return f'<tr><th scope="row">{model.name}</th>{cells}</tr>'


def calculator(preset=None):
    preset = preset or next(iter(MODELS))
    if preset not in MODELS:
        raise ValueError(f"no model {preset!r}; there are {', '.join(MODELS)}")
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    rows = "\n".join(map(row, MODELS.values()))
    return (
        {"start": preset, "presets": [asdict(model) for model in MODELS.values()]},
        '<div class="wide" tabindex="0" role="region" aria-label="Models and their feed-forward layers">'
        f'<table class="figure-table"><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></div>',
    )
