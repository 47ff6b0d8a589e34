"""Changing what is not one's own: the gradebook, the course, a classmate's files, what the grader reads later."""

import os

from .attack import CHAPTER, Attack

NEIGHBOUR = "honest ann"
MARK = "attack-was-here"

WRITE = f"""
import os, sys, glob, shutil, sqlite3
def put(path, text="{MARK}"):
    try:
        with open(path, "a") as file: file.write(text)
        print("wrote", path)
    except OSError as error: print(path, error)
"""


def link_to_a_neighbour(folder, course):
    path = folder / f"{CHAPTER}.ipynb"
    path.unlink()
    path.symlink_to(course.submitted(NEIGHBOUR, CHAPTER) / path.name)


def hard_link(folder, course):
    """To another attacker's file: nothing tells which of two names was first, so both wait for a person."""
    path = folder / f"{CHAPTER}.ipynb"
    path.unlink()
    os.link(course.submitted("nan", CHAPTER) / path.name, path)


def link_to_the_gradebook(folder, course):
    path = folder / f"{CHAPTER}.ipynb"
    path.unlink()
    path.symlink_to(course.grading / "gradebook.db")


def folder_is_a_link(folder, course):
    (folder / f"{CHAPTER}.ipynb").unlink()
    folder.rmdir()
    folder.symlink_to(course.submitted(NEIGHBOUR, CHAPTER))


def pipes(folder, course):
    for name in ("timestamp.txt", "data.txt", "numpy.py"):
        os.mkfifo(folder / name)


def sparse(folder, course):
    with open(folder / "weights.npy", "wb") as file:
        file.truncate(10**12)


TAMPERING = {
    "the gradebook written": Attack(
        WRITE
        + """
places = {os.path.dirname(p) for p in glob.glob("/**/*.db", recursive=True) if "/proc" not in p}
for place in {*places, "/grading", "../../..", os.path.expanduser("~"), sys.prefix}:
    try:
        base = sqlite3.connect(os.path.join(place, "gradebook.db"), timeout=0.1)
        base.execute("update grade set auto_score = 20"); base.commit(); print("written", place)
    except Exception as error: print(place, error)
"""
    ),
    "everything deleted": Attack(
        "import os, shutil\nassert os.path.exists('/sandbox'), 'not where this does no harm'\n"
        "for place in ('/sandbox', '/home', '/tmp', '/run', '/usr', '/root'): shutil.rmtree(place, True)\n"
        "!rm -rf --no-preserve-root /sandbox /run /home /tmp"
    ),
    "the system and Python written": Attack(
        WRITE
        + """
import numpy, ffn_check
for path in ("/etc/passwd", "/etc/ld.so.preload", "/usr/bin/true", sys.executable, numpy.__file__, ffn_check.__file__,
             sys.prefix + "/lib/evil.pth", "/sandbox/launcher.py", "/sandbox/lib/ffn_ref.py", "/x"): put(path)
"""
    ),
    "places on the host": Attack(
        WRITE + f"for place in '/tmp /var/tmp /dev/shm /root /home /run /etc /srv'.split(): put(place + '/{MARK}')"
    ),
    "switches of the system": Attack(
        WRITE
        + """
for path in ("sys/kernel/core_pattern", "sys/kernel/hostname", "sysrq-trigger", "1/oom_score_adj", "self/uid_map",
             "self/setgroups", "sys/fs/binfmt_misc/register"): put("/proc/" + path, "1")
put("/sys/fs/cgroup/release_agent", "/tmp/x")
"""
    ),
    "junk on the kernel's own sockets": Attack(
        """
import array, os, socket
for name in os.listdir("/proc/self/fd"):
    try: one = socket.socket(fileno=os.dup(int(name)))
    except OSError: continue
    if one.family == socket.AF_UNIX:
        one.setblocking(False)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * 200))]
        for act in (one.accept, lambda: one.listen(0), lambda: one.sendmsg([b"x"], rights), lambda: one.shutdown(2)):
            try: act()
            except OSError as error: print(error)
"""
    ),
    "links for the grader to follow": Attack(
        WRITE
        + """
for target in ("/etc/passwd", "/etc", "/", "/root", "../../../..", "/proc/1/root"):
    for place in ("/home/student/", "/tmp/", "./"):
        try: os.symlink(target, place + "link" + str(abs(hash(target))))
        except OSError as error: print(error)
os._exit(3)
"""
    ),
    "hard links and special files": Attack(
        """
import os, stat
for path in ("/etc/ld.so.cache", "/usr/bin/su", "/sandbox/launcher.py", "/dev/null"):
    for place in ("/tmp/hard", "hard"):
        try: os.link(path, place); print("linked", path)
        except OSError as error: print(error)
for place in ("/tmp/disk"):
    try: os.mknod(place, 0o666 | stat.S_IFBLK, os.makedev(8, 0)); print("made", place)
    except OSError as error: print(error)
os.chmod("/tmp", 0o777); open("/tmp/su", "w").close(); os.chmod("/tmp/su", 0o6777)
"""
    ),
    "a link to a classmate's notebook": Attack(beside=link_to_a_neighbour, refused="it is a link"),
    "a link to the gradebook as notebook": Attack(beside=link_to_the_gradebook, refused="it is a link"),
    "a folder that is a link": Attack(beside=folder_is_a_link, refused="is a link"),
    "a hard link to a classmate's notebook": Attack(beside=hard_link, person=True),
    "pipes beside the notebook": Attack("open('data.txt')", beside=pipes),
    "a file that claims a terabyte": Attack(beside=sparse, refused="too large"),
}
