"""Archives: what is good is collected, the rest is named, and nothing is ever written outside the folder."""

import io
import stat
import struct
import zipfile

import pytest

from ffn_grader.intake import collect, unpack

GOOD = {"ada/activations.ipynb": b'{"cells": []}', "ben/activations.ipynb": b'{"cells": [1]}'}


def archive(path, files: dict[str, bytes], method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def tree(folder) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_a_good_archive_is_unpacked_without_a_word(tmp_path):
    assert unpack(archive(tmp_path / "class.zip", GOOD), tmp_path / "out") == []
    assert tree(tmp_path / "out") == GOOD


OUTSIDE = ["../evil", "ada/../../evil", "/evil", "\\evil", "C:\\evil", "C:evil", "..\\evil", "a/./e", "a//e", "a\nb"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_that_leads_outside_is_refused_and_the_rest_is_taken(tmp_path, name):
    notes = unpack(archive(tmp_path / "class.zip", {name: b"x"} | GOOD), tmp_path / "deep" / "out")
    assert tree(tmp_path / "deep" / "out") == GOOD
    assert len(notes) == 1 and notes[0].isprintable()
    assert "leads outside the folder" in notes[0] or "absolute path" in notes[0], "seen by its name alone"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["class.zip", "deep"]


def test_a_link_inside_is_refused(tmp_path):
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR):
        path, out = tmp_path / f"{kind}.zip", tmp_path / str(kind)
        link = zipfile.ZipInfo("ben/link")
        link.external_attr = (kind | 0o777) << 16
        with zipfile.ZipFile(archive(path, GOOD), "a") as made:
            made.writestr(link, "/etc")
            made.writestr("ben/link/passwd", "x")
        notes = unpack(path, out)
        assert len(notes) == 1 and "'ben/link' is a link or device" in notes[0]
        assert tree(out) == GOOD | {"ben/link/passwd": b"x"}


def test_a_link_already_in_the_folder_is_not_followed(tmp_path):
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.mkdir(), out.mkdir()
    (out / "ada").symlink_to(outside)
    (out / "ben").mkdir()
    (out / "ben" / "activations.ipynb").symlink_to(outside / "new")
    notes = unpack(archive(tmp_path / "class.zip", GOOD), out)
    assert "leads through a link" in notes[0] and "is there already" in notes[1]
    assert tree(outside) == {}


def test_nothing_is_written_over(tmp_path):
    path = archive(tmp_path / "class.zip", GOOD)
    (tmp_path / "out" / "ada").mkdir(parents=True)
    (tmp_path / "out" / "ada" / "activations.ipynb").write_bytes(b"mine")
    notes = unpack(path, tmp_path / "out")
    assert tree(tmp_path / "out") == GOOD | {"ada/activations.ipynb": b"mine"}
    assert len(notes) == 1 and "'ada/activations.ipynb' is there already" in notes[0]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("streamed", [False, True])
def test_of_an_archive_cut_off_what_is_whole_is_taken(tmp_path, method, streamed):
    files = GOOD | {"eve/activations.ipynb": bytes(range(256)) * 40}
    made = io.BytesIO()
    target = _Stream(made) if streamed else made
    with zipfile.ZipFile(target, "w", method) as writer:
        for name, content in files.items():
            writer.writestr(name, content)
    data = made.getvalue()
    path = tmp_path / "class.zip"
    path.write_bytes(data[: data.rindex(b"eve/activations.ipynb", 0, data.index(b"PK\x01\x02")) + 60])
    notes = unpack(path, tmp_path / "out")
    expected = {} if streamed and method == zipfile.ZIP_STORED else GOOD  # then no length stands anywhere
    assert tree(tmp_path / "out") == expected
    assert "not a whole zip archive" in notes[0] and "'eve/activations.ipynb' is not whole" in notes[-1]


class _Stream(io.RawIOBase):
    """A target that cannot be rewound: sizes and checksums are then written after the data."""

    def __init__(self, into: io.BytesIO):
        self.into = into

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        return self.into.write(data)


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip", b"PK\x03\x04" * 50, b"Rar!\x1a\x07\x00"])
def test_what_is_no_archive_is_named(tmp_path, content):
    (tmp_path / "class.zip").write_bytes(content)
    notes = unpack(tmp_path / "class.zip", tmp_path / "out")
    assert tree(tmp_path / "out") == {} and "class.zip: it is not a whole zip archive" in notes[0]


def test_a_damaged_member_is_named_and_the_others_are_taken(tmp_path):
    path = archive(tmp_path / "class.zip", GOOD, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b'{"cells": [1]}', b'{"cells": [2]}'))
    notes = unpack(path, tmp_path / "out")
    assert notes == ["class.zip: 'ben/activations.ipynb' is damaged and cannot be read."]
    assert tree(tmp_path / "out") == {"ada/activations.ipynb": GOOD["ada/activations.ipynb"]}


def test_an_encrypted_member_is_named(tmp_path):
    path = archive(tmp_path / "class.zip", GOOD)
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, at + 8, 1)
    path.write_bytes(bytes(data))
    notes = unpack(path, tmp_path / "out")
    assert len(notes) == 1 and "encrypted" in notes[0]
    assert list(tree(tmp_path / "out")) == ["ben/activations.ipynb"]


def test_an_archive_inside_is_unpacked_once_and_not_for_ever(tmp_path):
    inner = archive(tmp_path / "inner.zip", GOOD).read_bytes()
    middle = archive(tmp_path / "middle.zip", {"deepest.zip": inner, "notes.txt": b"n"}).read_bytes()
    path = archive(tmp_path / "class.zip", {"ada.zip": inner, "eve.zip": middle, "bad.zip": b"PK"} | GOOD)
    notes = unpack(path, tmp_path / "out")
    files = tree(tmp_path / "out")
    assert files["ada/ada/activations.ipynb"] == GOOD["ada/activations.ipynb"]
    assert files["eve/notes.txt"] == b"n" and files["ben/activations.ipynb"] == GOOD["ben/activations.ipynb"]
    assert any("'deepest.zip' is an archive too deep" in note for note in notes)
    assert any("bad.zip: it is not a whole" in note for note in notes)


def test_bombs_are_stopped_by_what_comes_out_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr(collect, "MAX_FILE", 2**20)
    notes = unpack(archive(tmp_path / "class.zip", {"bomb": bytes(2**22)} | GOOD), tmp_path / "out")
    assert tree(tmp_path / "out") == GOOD and "'bomb' is larger than 1 MB" in notes[0]
    many = archive(tmp_path / "many.zip", {f"{n}.txt": b"" for n in range(collect.MAX_FILES + 5)})
    notes = unpack(many, tmp_path / "many")
    assert "too much" in notes[-1] and len(tree(tmp_path / "many")) == collect.MAX_FILES


def test_a_linked_archive_is_not_opened(tmp_path):
    archive(tmp_path / "real.zip", GOOD)
    (tmp_path / "class.zip").symlink_to(tmp_path / "real.zip")
    assert "link" in unpack(tmp_path / "class.zip", tmp_path / "out")[0] and tree(tmp_path / "out") == {}
