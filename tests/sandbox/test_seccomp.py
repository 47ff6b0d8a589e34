"""System calls that reach outside are refused, in a sandbox that root started and in one that a user did."""

import errno
import json

import pytest

from ffn_grader.sandbox import seccomp

sec = pytest.importorskip("pyseccomp")

# What the filter must refuse, whatever else it does.
REACHING_OUT = """
ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp
mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr
unshare setns keyctl add_key request_key bpf perf_event_open userfaultfd
io_uring_setup io_uring_enter io_uring_register
kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff
open_by_handle_at name_to_handle_at memfd_create memfd_secret shmget msgget semget
""".split()  # noqa: SIM905
NEW_NAMESPACES = {
    "CLONE_NEWNS": 0x00020000,
    "CLONE_NEWCGROUP": 0x02000000,
    "CLONE_NEWUTS": 0x04000000,
    "CLONE_NEWIPC": 0x08000000,
    "CLONE_NEWUSER": 0x10000000,
    "CLONE_NEWPID": 0x20000000,
    "CLONE_NEWNET": 0x40000000,
}
PROBE = """
import ctypes, json, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, args))
    return ctypes.get_errno() if result < 0 else -1
def child(act):
    pid = os.fork()
    if pid == 0:
        act(); os._exit(0)
    status = os.waitpid(pid, 0)[1]
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
def old_abi():
    import mmap
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid of the 32-bit table); int 0x80; ret
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
SIGCHLD = 17
print(json.dumps({
    "calls": {name: call(number, -1, -1, -1, -1, -1, -1) for name, number in NUMBERS.items()},
    "clone": {name: call(CLONE, flag | SIGCHLD, 0, 0, 0, 0) for name, flag in FLAGS.items()},
    "clone3": call(CLONE3, 0, 0),
    "typing into a terminal": call(IOCTL, 0, 0x5412, 0),
    "x32": child(lambda: call(0x40000000 | 39)) if os.uname().machine == "x86_64" else 31,
    "32 bit": child(old_abi) if os.uname().machine == "x86_64" else 31,
    "mode": [line.split()[1] for line in open("/proc/self/status") if line.startswith("Seccomp:")],
}))
"""


def number(name: str) -> int:
    return sec.resolve_syscall(sec.Arch.NATIVE, name)


@pytest.fixture(scope="module")
def answers(who):
    if reason := seccomp.available():
        pytest.skip(reason)
    values = {
        "NUMBERS": {name: number(name) for name in REACHING_OUT if number(name) >= 0},
        "FLAGS": NEW_NAMESPACES,
        "CLONE": number("clone"),
        "CLONE3": number("clone3"),
        "IOCTL": number("ioctl"),
    }
    ((status, text),) = who("".join(f"{name} = {value!r}\n" for name, value in values.items()) + PROBE)
    assert status == "ok", text
    return json.loads(text)


@pytest.mark.parametrize("name", REACHING_OUT)
def test_the_call_is_refused(answers, name):
    if number(name) < 0:
        pytest.skip("this machine has no such call")
    assert answers["calls"][name] == errno.EPERM


@pytest.mark.parametrize("name", NEW_NAMESPACES)
def test_no_process_is_made_in_a_namespace_of_its_own(answers, name):
    assert answers["clone"][name] == errno.EPERM


def test_clone3_whose_flags_no_filter_sees_is_not_there(answers):
    assert answers["clone3"] == errno.ENOSYS


def test_nothing_is_typed_into_a_terminal(answers):
    assert answers["typing into a terminal"] == errno.EPERM


@pytest.mark.parametrize("table", ["x32", "32 bit"])
def test_another_table_of_calls_ends_the_process(answers, table):
    assert answers[table] == 31, "SIGSYS: the numbers of another table would pass by the filter"


def test_the_answers_come_from_the_filter(answers):
    assert answers["mode"] == ["2"]


def test_each_name_in_the_list_is_one_that_libseccomp_knows():
    assert [name for name in seccomp.REFUSED if number(name) == -1] == []
