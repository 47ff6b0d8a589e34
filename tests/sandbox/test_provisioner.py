"""The entry point `ffn-bubblewrap`: Jupyter's own clients get a sandboxed kernel through a kernel.json."""

import json

import nbformat
import psutil
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from ffn_grader.sandbox import Limits, SandboxOptions
from ffn_grader.sandbox.kernel import Kernel


@pytest.fixture
def kernel_specs(tmp_path):
    """A folder of kernel specs with one that asks for the sandbox."""
    folder = tmp_path / "kernels" / "sandboxed"
    folder.mkdir(parents=True)
    spec = {
        "argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Sandboxed",
        "language": "python",
        "interrupt_mode": "message",
        "metadata": {"kernel_provisioner": {"provisioner_name": "ffn-bubblewrap"}},
    }
    (folder / "kernel.json").write_text(json.dumps(spec))
    return KernelSpecManager(kernel_dirs=[str(folder.parent)])


def test_nbclient_runs_in_the_sandbox(sandbox_needed, kernel_specs, tmp_path):
    source = f"import os; print(os.path.exists({str(tmp_path)!r}), os.environ['HOME'])"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    manager = AsyncKernelManager(kernel_name="sandboxed", kernel_spec_manager=kernel_specs)
    NotebookClient(notebook, km=manager).execute()
    assert notebook.cells[0].outputs[0].text == "False /home/student\n"


def test_every_socket_of_the_trusted_side_is_guarded(sandbox_needed):
    limits = Limits()
    with Kernel(SandboxOptions(limits=limits)) as kernel:
        sockets = [kernel.shell, kernel.iopub, kernel.manager._control_socket]
        assert {socket.maxmsgsize for socket in sockets} == {limits.message}
        assert {socket.reconnect_ivl for socket in sockets} == {-1}
        assert all(socket.sndtimeo > 0 for socket in sockets)


def test_the_connection_key_is_nobody_elses_to_read(sandbox_needed):
    with Kernel(SandboxOptions()) as kernel:
        root = kernel.box.root
        assert root.stat().st_mode & 0o077 == 0
        assert (root / "connection.json").stat().st_mode & 0o077 == 0
        assert kernel.session.key.decode() not in " ".join(psutil.Process(kernel.box.process.pid).cmdline())
    assert not root.exists()
