"""The program in the wheel, and the wheel itself."""

import json
import os
import subprocess
import sys

import tactus


def run(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "tactus", *map(str, arguments)], capture_output=True, text=True, **options)


def test_the_program_bounces(scale_path, tmp_path):
    done = run("bounce", scale_path, "-o", tmp_path / "scale.wav", "--json", "--bank", "built-in")
    assert done.returncode == 0 and json.loads(done.stdout)["noteCount"] == 8
    assert (tmp_path / "scale.wav").stat().st_size > 100_000


def test_the_program_has_the_packages_version():
    assert run("--version").stdout.strip() == tactus.__version__


def test_mistakes_have_the_programs_exit_codes(tmp_path):
    wrong = run("bonce")
    assert wrong.returncode == 2 and "did you mean `tactus bounce`?" in wrong.stderr
    missing = run("inspect", tmp_path / "missing.mid")
    assert missing.returncode == 1 and len(missing.stderr.splitlines()) == 1


def test_file_names_keep_their_bytes(scale, tmp_path):
    name = os.fsdecode(os.fsencode(str(tmp_path)) + b"/caf\xe9.mid")
    with open(name, "wb") as file:
        file.write(scale)
    assert run("inspect", name).returncode == 0


def test_a_closed_pipe_ends_the_program_quietly():
    done = subprocess.run(f"{sys.executable} -m tactus --help | head -1", shell=True, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""


def test_the_program_does_not_import_numpy():
    code = "import sys, tactus; assert 'numpy' not in sys.modules; import tactus.__main__; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_all_names_can_be_imported():
    for name in tactus.__all__:
        assert getattr(tactus, name) is not None
    assert set(tactus.__all__) <= set(dir(tactus))


def test_every_function_and_structure_matches_the_header():
    """The sizes of structures, where the checkout's header is at hand."""
    header = os.environ.get("TACTUS_HEADER")
    if not header:
        import pytest

        pytest.skip("TACTUS_HEADER does not name tactus.h")
    import ctypes
    import re
    import tempfile

    from tactus import NOTE
    from tactus import _library as library

    names = {
        "tactus_settings": library.Settings, "tactus_song_info": library.SongInfo, "tactus_report": library.Report,
        "tactus_audio_view": library.AudioView, "tactus_stem": library.Stem, "tactus_layer": library.Layer,
        "tactus_preset": library.Preset,
    }
    with tempfile.TemporaryDirectory() as folder:
        lines = ['#include <stdio.h>', f'#include "{os.path.abspath(header)}"', "int main(void) {"]
        for name, structure in names.items():
            lines.append(f'printf("{name} %zu", sizeof({name}));')
            for field, *_ in structure._fields_:
                lines.append(f'printf(" %zu", (size_t)&(({name} *)0)->{field});')
            lines.append('puts("");')
        lines.append('printf("tactus_note %zu", sizeof(tactus_note));')
        lines += [f'printf(" %zu", (size_t)&((tactus_note *)0)->{field});' for field in NOTE.names]
        lines.append('printf("\\ntactus_event %zu\\n", sizeof(tactus_event)); }')
        source = os.path.join(folder, "sizes.c")
        with open(source, "w") as file:
            file.write("\n".join(lines))
        subprocess.run(["cc", source, "-o", os.path.join(folder, "sizes")], check=True)
        out = subprocess.run([os.path.join(folder, "sizes")], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        name, size, *offsets = line.split()
        if name in names:
            structure = names[name]
            assert ctypes.sizeof(structure) == int(size), name
            assert [getattr(structure, f).offset for f, *_ in structure._fields_] == list(map(int, offsets)), name
    from tactus._synth import _EVENT

    note = " ".join(map(str, [NOTE.itemsize, *(NOTE.fields[name][1] for name in NOTE.names)]))
    assert f"tactus_note {note}\n" in out and f"tactus_event {_EVENT.itemsize}" in out
    declared = set(re.findall(r"\btactus_(\w+)\(", re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S)))
    assert declared - set(library._FUNCTIONS) == {"synth_send"}  # blocks take messages with their offsets
    assert set(library._FUNCTIONS) <= declared
