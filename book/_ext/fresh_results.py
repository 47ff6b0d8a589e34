"""Run the pages again when the code that they import has changed.

The execution cache knows the cells of a page only. A digest of the imported code names the cache folder,
and, as a configuration value, makes Sphinx read every page again.
"""

import hashlib
from importlib.metadata import version
from pathlib import Path

IMPORTED = ("ffn_ref/**/*.py", "ffn_data/**/*.py", "book/*.py", "book/*.mplstyle")
PACKAGES = ("numpy", "matplotlib", "scipy")


def digest(root):
    """Digest of all that a page's results depend on, beside its own cells."""
    sha = hashlib.sha256(" ".join(version(name) for name in PACKAGES).encode())
    for pattern in IMPORTED:
        for path in sorted(root.glob(pattern)):
            sha.update(path.name.encode() + path.read_bytes())
    return sha.hexdigest()[:16]


def name_cache(app, config):
    config.imported_code = digest(Path(app.srcdir))
    if not config.nb_execution_cache_path:
        config.nb_execution_cache_path = str(Path(app.outdir).parent / ".jupyter_cache" / config.imported_code)


def setup(app):
    app.add_config_value("imported_code", "", "env")
    app.connect("config-inited", name_cache)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
