"""Reads what a figure shows."""

import re


def numbers(text):
    """The numbers in a text that the figures wrote."""
    plain = text.replace("−", "-").replace(",", "" if re.search(r"\d,\d{3}", text) else " ")
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", plain)]


def figure(page, name):
    return page.locator(f'[data-figure="{name}"]')


def reading(fig, key):
    return fig.locator(f'[data-key="{key}"]').inner_text()
