"""Build the pages again when something that they are made of has changed outside their own text.

The execution cache knows the cells of a page only. A digest of the imported code names the cache folder,
and, as a configuration value, makes Sphinx read every page again. Style sheets and scripts have a digest too:
it makes Sphinx write every page again, without running it.
"""

import hashlib
from importlib.metadata import version
from pathlib import Path

IMPORTED = ("ffn_ref/**/*.py", "ffn_data/**/*", "book/*.py", "book/*.mplstyle", "book/_proof/*.json")
READ = (*IMPORTED, "book/references.bib", "book/_ext/ffn_book/**/*.py")
STATIC = ("book/_static/**/*", "book/_templates/**/*", "book/_ext/*.py", "book/_ext/ffn_book/static/**/*")
PACKAGES = ("numpy", "matplotlib", "scipy")


def digest(root, patterns):
    """Digest of the versions of the packages and of all files under `root` that match."""
    sha = hashlib.sha256(" ".join(version(name) for name in PACKAGES).encode())
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        if path.is_file() and "__pycache__" not in path.parts:
            sha.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return sha.hexdigest()[:16]


def look(app, config):
    root = Path(app.srcdir)
    config.imported_code = digest(root, READ)
    config.static_files = digest(root, STATIC)
    if not config.nb_execution_cache_path:
        cache = Path(app.outdir).parent / ".jupyter_cache" / digest(root, IMPORTED)
        config.nb_execution_cache_path = str(cache)


def setup(app):
    app.add_config_value("imported_code", "", "env")
    app.add_config_value("static_files", "", "html")
    app.connect("config-inited", look)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
