"""Runs the code of Documentation/DataSets.md, as it is printed there."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from test_ray import song

ROOT = pathlib.Path(__file__).parents[2]
BLOCKS = re.findall(r"^```(python|bash)\n(.*?)^```", (ROOT / "Documentation/DataSets.md").read_text(), re.M | re.S)


def block(words):
    """The block of code that contains words."""
    (found,) = [code for _, code in BLOCKS if words in code]
    return found


@pytest.fixture
def folder(tmp_path, bank_path):
    """A folder with what the page assumes: songs, a bank, a list, and the program in the path."""
    (tmp_path / "songs").mkdir()
    (tmp_path / "bin").mkdir()
    names = [f"{number:04d}" for number in range(8)]
    for number, name in enumerate(names):
        (tmp_path / "songs" / f"{name}.mid").write_bytes(song(number))
    (tmp_path / "bank.sf2").symlink_to(bank_path)
    with open(tmp_path / "list.jsonl", "w") as file:
        for name in names:
            file.write(json.dumps({"song": f"songs/{name}.mid", "output": f"list/{name}.wav"}) + "\n")
    shutil.copy(ROOT / "Examples/Python/piano_roll.py", tmp_path)
    tool = os.environ.get("TACTUS_TOOL", f"{sys.executable} -m tactus")
    for name, command in [("python", sys.executable), ("tactus", tool)]:
        script = tmp_path / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        script.chmod(0o755)
    return tmp_path


@pytest.fixture
def run(folder):
    def run(words, **environment):
        code = block(words)
        if "import" in code:
            (folder / "recipe.py").write_text(code)
            command = [sys.executable, "recipe.py"]
        else:
            command = ["bash", "-eu", "-c", code]
        path = f"{folder}/bin:{os.environ['PATH']}"
        result = subprocess.run(
            command, cwd=folder, env={**os.environ, "PATH": path, **environment}, text=True, capture_output=True,
            timeout=1200)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def is_wave(path):
    data = path.read_bytes()
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE" and len(data) > 4 * 44100


def test_every_block_is_run_here():
    assert len(BLOCKS) == 8


def test_ray_on_one_page(folder, run):
    pytest.importorskip("ray")
    assert "8 songs made, 0 kept, []" in run('out="audio"')
    assert "0 songs made, 8 kept, []" in run('out="audio"')
    assert all(is_wave(path) for path in (folder / "audio").glob("*.wav"))


def test_shards_and_the_example(folder, run):
    pytest.importorskip("ray")
    pytest.importorskip("webdataset")
    pytest.importorskip("matplotlib")
    run("songs_per_shard=3")
    assert sorted(path.name for path in (folder / "shards").glob("*.tar")) == [f"0000{n}.tar" for n in range(3)]
    assert run("piano_roll.py") == "piano_roll.png: 0000\n"
    assert (folder / "piano_roll.png").stat().st_size > 20_000


def test_columns(run):
    pytest.importorskip("ray")
    pytest.importorskip("pyarrow")
    assert len([line for line in run("tactus.ray.dataset").splitlines() if " 16000 " in line]) == 8


def test_slurm(folder, run):
    for number in range(4):
        run("SLURM_ARRAY_TASK_ID", SLURM_ARRAY_TASK_ID=str(number), SLURM_ARRAY_TASK_COUNT="4")
    assert "8 audio files: as the manifest says" in run("cat made-")
    assert len(list((folder / "list").glob("*.notes.jsonl"))) == 8


def test_parallel(folder, run):
    if not shutil.which("parallel"):
        pytest.skip("GNU parallel is not installed")
    run("parallel tactus")
    assert len(list((folder / "list").glob("*.wav"))) == 8
    assert all(is_wave(path) for path in (folder / "list").glob("*.wav"))


def test_dask(folder, run):
    pytest.importorskip("dask.bag")
    assert run("dask.bag").count("'frames'") == 8
    assert len(list((folder / "dask").glob("*.notes.jsonl"))) == 8
