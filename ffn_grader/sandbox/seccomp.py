"""System calls that no student needs, refused by the kernel (libseccomp, through pyseccomp; optional)."""

import errno
import os

CLONE_NEWUSER = 0x10000000
NEW_NAMESPACES = 0x7E020080 | CLONE_NEWUSER  # every CLONE_NEW… flag of clone(2) but CLONE_NEWTIME

# Each line: what it would reach.
REFUSED = """
ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd
process_madvise process_mrelease
mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr
unshare setns
keyctl add_key request_key
bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
memfd_create memfd_secret shmget msgget semget
move_pages migrate_pages mbind set_mempolicy
iopl ioperm modify_ldt uselib ustat sysfs fanotify_init
kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff
acct quotactl syslog settimeofday clock_settime clock_adjtime adjtimex
open_by_handle_at name_to_handle_at vhangup nfsservctl lookup_dcookie personality
""".split()  # noqa: SIM905
# memfd_create, memfd_secret, shmget, msgget and semget hold memory that belongs to no process, so no meter sees it.


def available() -> str | None:
    """None where the filter can be built, else what stands in the way."""
    try:
        import pyseccomp  # noqa: F401
    except ImportError:
        return "the package pyseccomp is not installed: pip install pyseccomp"
    except (OSError, RuntimeError) as error:
        return f"libseccomp cannot be loaded ({error}): apt install libseccomp2"
    return None


def program() -> int:
    """A file descriptor with the compiled filter, for bwrap --seccomp."""
    import pyseccomp as sec

    rules = sec.SyscallFilter(sec.ALLOW)
    for name in REFUSED:
        try:
            rules.add_rule(sec.ERRNO(errno.EPERM), name)
        except (OSError, ValueError, RuntimeError):
            continue  # this architecture has no such call
    # clone3 hides its flags behind a pointer; ENOSYS sends the C library back to clone.
    rules.add_rule(sec.ERRNO(errno.ENOSYS), "clone3")
    for flag in (1 << bit for bit in range(32) if NEW_NAMESPACES >> bit & 1):
        rules.add_rule(sec.ERRNO(errno.EPERM), "clone", sec.Arg(0, sec.MASKED_EQ, flag, flag))
    rules.add_rule(sec.ERRNO(errno.EPERM), "ioctl", sec.Arg(1, sec.MASKED_EQ, 0xFFFFFFFF, 0x5412))  # TIOCSTI
    descriptor = os.memfd_create("seccomp")
    with os.fdopen(os.dup(descriptor), "wb") as file:
        rules.export_bpf(file)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
