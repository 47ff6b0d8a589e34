"""Looking for answers, the secret, the gradebook or a classmate's work. All that is found is printed."""

from .attack import Attack, everywhere

# Code: `show(path)` prints a file as text and as hex; WANTED are names of what would be worth reading.
SHOW = """
import glob, os, sys
WANTED = ("gradebook", "secret", "submitted", "autograded", "solutions", "ffn_ref", "ffn_grader", "nbgrader_config")
def show(path):
    try:
        data = open(path, "rb").read(20_000)
        print(path, data.decode("utf-8", "replace"), data[:64].hex())
    except OSError as error:
        print(path, error)
"""

PEEKING = {
    "the reference imported": Attack(
        """
import importlib, pkgutil, sys
sys.path[:0] = [p for p in ("/srv", "/opt", "/home") ]
for name in ("ffn_ref", "ffn_grader", "ffn_grader.local", "ffn_grader.questions", "solutions"):
    for load in (importlib.import_module, __import__, lambda n: importlib.util.find_spec(n).loader.load_module(n)):
        try: print(vars(load(name)))
        except BaseException as error: print(type(error).__name__)
try:
    import ffn_ref
    forward_one = forward = forward_out_in = ffn_ref.ffn; collapse = ffn_ref.collapse
except ImportError: pass
"""
    ),
    "the whole disk": Attack(
        SHOW
        + """
skip = {"/proc", "/usr", sys.prefix, sys.base_prefix, "/dev"}
for folder, folders, names in os.walk("/"):
    folders[:] = [f for f in folders if os.path.join(folder, f) not in skip]
    for name in names:
        path = os.path.join(folder, name)
        wanted = any(word in path for word in WANTED) or path.endswith((".ipynb", ".db", ".md"))
        if wanted and "/sandbox/lib/" not in path: show(path)
"""
    ),
    "where Python says the course is": Attack(
        SHOW
        + """
hints = set()
packages = sys.prefix + "/lib/python*/site-packages/"
for pth in glob.glob(packages + "*.pth") + glob.glob(packages + "*editable*"):
    for line in open(pth, errors="replace"):
        hints |= {part for part in line.replace("'", '"').split('"') + [line.strip()] if part.startswith("/")}
for place in sorted(hints):
    for path in (place, place + "/ffn_ref/position_wise.py", os.path.dirname(place) + "/ffn_ref/position_wise.py",
                 place + "/grading/secret", os.path.dirname(place) + "/grading/secret"): show(path)
"""
    ),
    "compiled files of the reference": Attack(
        SHOW
        + """
import marshal
for folder, _, names in os.walk(sys.prefix):
    if "ffn_ref" in folder or "ffn_grader" in folder:
        for name in names: show(os.path.join(folder, name))
"""
    ),
    "proc of everybody": Attack(
        SHOW
        + """
for pid in [p for p in os.listdir("/proc") if p.isdigit()] + ["self", "thread-self"]:
    for name in ("environ", "cmdline", "maps", "mountinfo", "stack", "auxv"): show(f"/proc/{pid}/{name}")
    for name in ("root", "cwd", "exe", "fd", "map_files", "ns"):
        try: print(os.listdir(f"/proc/{pid}/{name}"))
        except OSError as error: print(error)
    for path in glob.glob(f"/proc/{pid}/fd/*"):
        try: print(os.readlink(path))
        except OSError as error: print(error)
"""
    ),
    "the root of the first process": Attack(
        SHOW
        + """
for place in ("/proc/1/root", "/proc/self/root/proc/1/root", "/proc/1/cwd", "/proc/1/task/1/root", "/oldroot"):
    for inside in ("", "/root", "/home", "/etc/shadow", "/grading"):
        try: print(place + inside, os.listdir(place + inside))
        except OSError: show(place + inside)
"""
    ),
    "open files inherited": Attack(
        SHOW
        + """
for fd in range(3, 256):
    try:
        print(fd, os.readlink(f"/proc/self/fd/{fd}"), os.pread(fd, 4000, 0))
    except OSError: pass
"""
    ),
    "memory of the process": Attack(
        """
import re
found = []
with open("/proc/self/mem", "rb", 0) as memory:
    for line in open("/proc/self/maps"):
        start, end = (int(n, 16) for n in line.split()[0].split("-"))
        if "r" in line.split()[1] and end - start < 50_000_000 and "[v" not in line:
            try: memory.seek(start); block = memory.read(end - start)
            except (OSError, ValueError, OverflowError): continue
            found += re.findall(rb"[ -~]{0,60}(?:secret|gradebook|misconception)[ -~]{0,60}", block)[:40]
print(len(found), [f.decode() for f in found[:300]])
"""
    ),
    "sys, devices and the kernel": Attack(
        SHOW
        + """
for path in ["/sys", "/sys/kernel/security", "/dev/mem", "/dev/kmem", "/dev/sda", "/dev/vda", "/proc/kcore",
             "/proc/kmsg", "/proc/kallsyms", "/proc/keys", "/proc/sched_debug", "/proc/net/unix", "/etc/passwd",
             "/var/run/docker.sock", "/run/secrets", "/etc/machine-id"]: show(path)
print(os.path.exists("/sys"), os.listdir("/dev"), os.listdir("/run"))
"""
    ),
    "a classmate's folder": Attack(
        SHOW
        + """
here = os.getcwd()
for up in range(1, 9):
    base = os.path.join(here, *[".."] * up)
    for pattern in ("*/position_wise/*.ipynb", "submitted/*/*/*.ipynb", "*.db", "grading/*", "solutions/*/*"):
        for path in glob.glob(os.path.join(base, pattern)): show(path)
print(os.listdir(here), os.listdir("/sandbox/files"))
"""
    ),
    "the caller's frames": Attack(
        """
import gc, sys
def look(*a):
    frame, seen = sys._getframe(), []
    while frame:
        seen += [(name, repr(value)[:80]) for name, value in {**frame.f_locals, **frame.f_globals}.items()
                 if any(word in name.lower() for word in ("expect", "right", "reference", "secret", "solution"))]
        frame = frame.f_back
    print(seen[:50])
    for value in gc.get_objects():
        if type(value) is dict and value.get("expected") is not None: return value["expected"]
"""
        + everywhere("None", "look")
    ),
    "history and the cells to come": Attack(
        """
ip = get_ipython()
def look(*a):
    print(ip.user_ns.get("In"), ip.user_ns.get("_ih"), ip.history_manager.input_hist_raw, ip.kernel.get_parent())
    return ip.user_ns.get("_")
"""
        + everywhere("None", "look")
    ),
    "what the exam received": Attack(
        """
from ffn_check import exam
def look(*a):
    print(str(exam._received)[:3000]); return next(iter(exam._received.values()))[0].get("right", a[0])
"""
        + everywhere("None", "look")
    ),
    "a table of the judge's inputs": Attack(
        """
import hashlib
KNOWN = {}
def table(*a):
    key = hashlib.sha256(b"".join(np.asarray(v).tobytes() for v in a)).hexdigest()
    return KNOWN.get(key, np.zeros_like(a[0]))
"""
        + everywhere("None", "table")
    ),
    "the tables of the own numbers": Attack(
        """
import importlib.resources as r, zlib, base64, json, ffn_check, ffn_data, inspect
for package in (ffn_check, ffn_data):
    for path in r.files(package).rglob("*") if hasattr(r.files(package), "rglob") else []:
        if path.suffix in (".json", ".py"): print(path.name, path.read_text()[:300])
recipe = json.loads((r.files(ffn_check) / "recipes" / "position_wise.by_hand_relu.json").read_text())
print(sorted(recipe))
"""
    ),
    "shared memory and sockets": Attack(
        SHOW
        + """
import socket
print(os.listdir("/dev/shm"), os.listdir("/tmp"))
show("/proc/net/unix"); show("/proc/sysvipc/shm"); show("/proc/net/tcp")
for name in ("\\0/tmp/.X11-unix/X0", "\\0dbus", "/run/dbus/system_bus_socket", "/tmp/.X11-unix/X0"):
    try: s = socket.socket(socket.AF_UNIX); s.connect(name); print("connected", name)
    except OSError as error: print(error)
"""
    ),
    "secrets in the environment": Attack(
        "import os\nprint(dict(os.environ))\n"
        "!env; id; cat /etc/passwd ~/.bash_history ~/.ssh/* ~/.netrc ~/.pypirc; ls -laR ~ /root /home | head -100"
    ),
}


def linked(to: str):
    """Puts links to `to` of the course beside the notebook."""

    def put(folder, course):
        (folder / "data.txt").symlink_to(course.root / to)
        (folder / "data").symlink_to((course.root / to).parent)

    return put


LOOK = SHOW + "for path in glob.glob('**', recursive=True) + ['data.txt', 'data', 'timestamp.txt']: show(path)"


def timestamp(folder, course):
    (folder / "timestamp.txt").symlink_to(course.grading / "secret")


PLANTED = {
    "a link to the secret": Attack(LOOK, beside=linked("grading/secret")),
    "a link to the gradebook": Attack(LOOK, beside=linked("grading/gradebook.db")),
    "a time stamp that is the secret": Attack(LOOK, beside=timestamp),
}
