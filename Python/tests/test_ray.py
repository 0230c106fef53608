"""`tactus.ray` on a cluster of two nodes on this computer, whose workers and nodes are killed."""

import hashlib
import json
import os
import random
import signal
import tarfile
import threading
import time
import uuid

import numpy as np
import pytest

import tactus

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
import tactus.ray  # noqa: E402

from conftest import midi  # noqa: E402

MARK = f"TACTUS_RAY_TEST={uuid.uuid4()}"


@pytest.fixture(scope="module")
def cluster():
    name, value = MARK.split("=")
    os.environ[name] = value  # tells the processes of this test from others
    cluster = cluster_utils.Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 100 << 20})
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def song(number):
    """A song of its own of a few notes, with a title."""
    generator = random.Random(number)
    title = f"Song {number}".encode()
    events = [(0, b"\xff\x03" + bytes([len(title)]) + title), (0, (0xC0, generator.randrange(128)))]
    for _ in range(generator.randrange(2, 12)):
        key = generator.randrange(40, 80)
        events += [(0, (0x90, key, generator.randrange(40, 127))), (generator.randrange(60, 400), (0x80, key, 64))]
    return midi(*events)


def write_songs(folder, count):
    paths = []
    for number in range(count):
        path = folder / f"part{number % 3}" / f"{number}.mid"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(song(number))
        paths.append(path)
    return paths


def files(folder):
    """The content of all files, also of hidden ones, by their paths."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file()
    }


class Killer(threading.Thread):
    """Kills workers that render: four, and four more whenever a hundred songs have been made after the last of them.

    A song fails when six workers have died with it. Of four workers and a node, no song sees so many die; and of the
    sixty songs that are given to Ray at a time none is left when the next four begin.
    """

    def __init__(self, seed, made):
        super().__init__(daemon=True)
        self.random, self.ended, self.kills = random.Random(seed), threading.Event(), 0
        self.made, self.left, self.made_at_last_kill = made, 4, 0

    def workers(self):
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    is_rendering = file.read().startswith(b"ray::_make")
                with open(f"/proc/{name}/environ", "rb") as file:
                    if is_rendering and MARK.encode() in file.read().split(b"\0"):
                        yield int(name)
            except OSError:
                pass

    def run(self):
        # the first two soon: a fast machine has made all songs after a few seconds
        while not self.ended.wait(self.random.uniform(0.2, 0.6) if self.kills > 1 else 0.02):
            if self.left == 0 and len(self.made) >= self.made_at_last_kill + 100:
                self.left = 4
            workers = list(self.workers()) if self.left > 0 else []
            if workers:
                try:
                    os.kill(self.random.choice(workers), signal.SIGKILL)
                    self.kills, self.left, self.made_at_last_kill = self.kills + 1, self.left - 1, len(self.made)
                except ProcessLookupError:
                    pass


def test_nothing_is_missing_or_double_while_workers_and_a_node_are_killed(cluster, tmp_path, bank_path, tool):
    seed = int(os.environ.get("TACTUS_SEED", random.randrange(2**32)))
    print(f"TACTUS_SEED={seed} replays it")
    paths = write_songs(tmp_path / "songs", 500)
    banks = [str(bank_path), [None, str(bank_path)]]
    rows = [{"song": path, "bank": banks[number % 2]} for number, path in enumerate(paths)]
    node = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    done = []
    killer = Killer(seed, done)

    def progress(count, total):
        nonlocal node
        done.append(count)
        if count > total / 2 and node is not None:
            cluster.remove_node(node, allow_graceful=False)
            node = None

    killer.start()
    result = tactus.ray.render(rows, out=tmp_path / "ray", progress=progress)
    killer.ended.set()
    killer.join()
    print(f"{killer.kills} workers and a node killed")
    # a fast machine ends before many of them are killed
    assert killer.kills > 1 and node is None
    assert result.failed == [] and result.made == 500 and done == list(range(1, 501))

    # the same by the program: every file has the same bytes, also the manifest
    with open(tmp_path / "list.jsonl", "w") as file:
        for number, path in enumerate(paths):
            name = os.path.join("tool", os.path.relpath(path, tmp_path / "songs"))[:-4] + ".wav"
            bank = ["built-in", str(bank_path)] if number % 2 else str(bank_path)
            file.write(json.dumps({"song": str(path), "output": name, "bank": bank}) + "\n")
    settings = ["--rate", 44100, "--depth", 16]
    tool("bounce", "--batch", tmp_path / "list.jsonl", *settings, "--notes", ".notes.jsonl", "--quiet")
    made = files(tmp_path / "ray")
    del made["manifest.jsonl"]
    assert made == files(tmp_path / "tool")
    tool("verify", tmp_path / "ray" / "manifest.jsonl")


@pytest.mark.parametrize("chorus", [True, False])
def test_the_program_bounces_a_manifest_again_and_continues_it(cluster, tmp_path, bank_path, tool, chorus):
    paths = write_songs(tmp_path / "songs", 4)
    settings = {"rate": 22050, "quality": "best", "gain": -3.5, "reverb": False, "chorus": chorus, "chorus_level": 2.5,
                "tail": 0.5, "lead_in": 0.25, "polyphony": 20}
    result = tactus.ray.render(paths, bank_path, out=tmp_path / "out", **settings)
    assert result.made == 4 and result.failed == []
    tool("verify", "--render", result.manifest)
    before = (tmp_path / "out" / "manifest.jsonl").read_bytes()
    with open(tmp_path / "list.jsonl", "w") as file:
        for path in paths:
            name = os.path.join("out", os.path.relpath(path, tmp_path / "songs"))[:-4] + ".wav"
            file.write(json.dumps({"song": str(path), "output": name, "bank": str(bank_path)}) + "\n")
    options = (
        "--rate 22050 --interpolation sinc --gain -3.5dB --no-reverb --tail 0.5 --lead-in 0.25 --polyphony 20 --depth 16 "
        "--notes .notes.jsonl --skip-existing --json").split()
    options += ["--chorus-level", "2.5"] if chorus else ["--no-chorus", "--no-delay"]
    report = tool(
        "bounce", "--batch", tmp_path / "list.jsonl", *options, "--manifest", result.manifest).stdout.splitlines()
    assert json.loads(report[-1])["skipped"] == 4, report[-1]
    assert (tmp_path / "out" / "manifest.jsonl").read_bytes() == before


def test_it_resumes(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 6)
    out = tmp_path / "out"
    first = tactus.ray.render(paths[:3], out=out, root=tmp_path / "songs")
    assert first.made == 3
    whole = tactus.ray.render(paths, out=out)
    assert (whole.kept, whole.made) == (3, 3)
    content = files(out)
    # what is not as the manifest says is made again: a file that is gone, one of another length, changed songs, settings
    (out / "part0" / "0.wav").unlink()
    (out / "part1" / "1.wav").write_bytes(b"")
    (out / "part2" / "2.notes.jsonl").unlink()
    again = tactus.ray.render(paths, out=out)
    assert (again.kept, again.made) == (3, 3) and files(out) == content
    paths[4].write_bytes(song(99))
    changed = tactus.ray.render(paths, out=out)
    assert (changed.kept, changed.made) == (5, 1) and files(out) != content
    other = tactus.ray.render(paths, out=out, rate=22050)
    assert (other.kept, other.made) == (0, 6)
    assert tactus.ray.render(paths, out=out, rate=22050, resume=False).made == 6


def test_a_manifest_whose_last_line_is_incomplete_is_continued(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 3)
    out = tmp_path / "out"
    tactus.ray.render(paths, out=out)
    content = files(out)
    manifest = out / "manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join(lines)[:-40])
    (out / ".tactus-ab12_cd3.parts").mkdir()
    (out / ".tactus-ab12_cd3.parts" / "audio.wav").write_bytes(b"incomplete")
    (out / "part0" / ".tactus-0123456789abcdef.part").write_bytes(b"incomplete")
    result = tactus.ray.render(paths, out=out)
    assert (result.kept, result.made) == (2, 1) and files(out) == content
    for foreign in [b'{"kind": "something else"}\n', b'{"output": "precious", "data": [1]}']:
        manifest.write_bytes(foreign)
        with pytest.raises(tactus.FormatError, match="line 1"):
            tactus.ray.render(paths, out=out)
        assert manifest.read_bytes() == foreign
    for cut in [lines[0] + lines[1][:30] + b"\n" + lines[2], lines[0] + lines[1] + lines[2][:5]]:
        manifest.write_bytes(cut)
        result = tactus.ray.render(paths, out=out)
        assert (result.kept, result.made) == (2, 1) and files(out) == content


def test_shards(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 7)
    paths[2].write_bytes(b"no song")
    result = tactus.ray.render(paths, out=tmp_path / "a", songs_per_shard=3, format="aiff", bits=24)
    assert result.made == 6 and [failure.song for failure in result.failed] == [str(paths[2])]
    shards = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert shards == ["00000.tar", "00001.tar", "00002.tar", "manifest.jsonl"]
    with tarfile.open(tmp_path / "a" / "00001.tar") as tar:
        names = tar.getnames()
        assert names == [f"{n:08d}.{kind}" for n in (3, 4, 5) for kind in ("json", "mid", "aiff")]
        facts = json.load(tar.extractfile("00000004.json"))
        assert tar.extractfile("00000004.mid").read() == paths[4].read_bytes()
        audio = tar.extractfile("00000004.aiff").read()
    assert facts["song"] == "part1/4" and facts["noteCount"] == len(facts["notes"]) > 1
    tactus.bounce_file(paths[4], tmp_path / "alone.aiff", bits=24)
    assert audio == (tmp_path / "alone.aiff").read_bytes()
    # resumed, and in another folder: the same bytes; a failed song stays one
    resumed = tactus.ray.render(paths, out=tmp_path / "a", songs_per_shard=3, format="aiff", bits=24)
    assert (resumed.kept, resumed.made) == (6, 0) and resumed.failed == result.failed
    tactus.ray.render(paths, out=tmp_path / "b", songs_per_shard=3, format="aiff", bits=24, workers=1)
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_shards_are_read_by_webdataset(cluster, tmp_path):
    webdataset = pytest.importorskip("webdataset")
    paths = write_songs(tmp_path / "songs", 4)
    tactus.ray.render(paths, out=tmp_path / "out", songs_per_shard=2)
    shards = sorted(str(path) for path in (tmp_path / "out").glob("*.tar"))
    samples = list(webdataset.WebDataset(shards, shardshuffle=False))
    assert [sample["__key__"] for sample in samples] == [f"{number:08d}" for number in range(4)]
    assert all(json.loads(sample["json"])["frames"] * 4 <= len(sample["wav"]) for sample in samples)


def test_notes_as_parquet(cluster, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    paths = write_songs(tmp_path / "songs", 2)
    tactus.ray.render(paths, out=tmp_path / "lines")
    tactus.ray.render(paths, out=tmp_path / "out", notes="parquet")
    assert sorted(path.name for path in (tmp_path / "out" / "part0").iterdir()) == ["0.notes.parquet", "0.wav"]
    rows = parquet.read_table(tmp_path / "out" / "part0" / "0.notes.parquet").to_pylist()
    lines = [json.loads(line) for line in open(tmp_path / "lines" / "part0" / "0.notes.jsonl")]
    assert [{name: value for name, value in row.items() if value is not None} for row in rows] == lines


def test_columns(cluster, tmp_path):
    pytest.importorskip("pyarrow")
    ray.data.DataContext.get_current().enable_progress_bars = False
    paths = write_songs(tmp_path / "songs", 4)
    rows = [{"song": str(path), "split": "train"} for path in paths]
    rows.append({"song": str(tmp_path / "missing.mid"), "split": "test"})
    found = list(tactus.ray.dataset(rows, rate=22050, on_error="skip").iter_rows())
    assert sorted(row["song"] for row in found) == sorted(map(str, paths))
    for row in found:
        alone = tactus.bounce(row["song"], rate=22050)
        assert np.array_equal(row["audio"], alone) and row["rate"] == 22050 and row["split"] == "train"
        assert [note["onset"] for note in row["notes"]] == alone.notes["onset"].tolist()
    # a data set goes in as well
    given = ray.data.from_items([{"song": str(path)} for path in paths])
    assert tactus.ray.render(given, out=tmp_path / "out").made == 4


def test_failures_are_told(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 2)
    paths.append(tmp_path / "songs" / "missing.mid")
    bad = tmp_path / "songs" / "bad.mid"
    bad.write_bytes(b"no song")
    result = tactus.ray.render([*paths, bad], out=tmp_path / "out")
    assert result.made == 2
    assert [failure.song for failure in result.failed] == sorted([str(bad), str(paths[2])])
    assert all(failure.song in failure.error for failure in result.failed), result.failed
    # what would fail with every song is one error, before anything is replaced
    content = files(tmp_path / "out")
    for arguments in [
        dict(bank="/no/such/bank.sf2"), dict(bank=bad), dict(rate=1), dict(polyphony=0), dict(gain=float("nan")),
        dict(format="flac", bits=32), dict(bank=[(bad, 70000)]), dict(manifest=tmp_path / "out" / "part0" / "0.wav"),
        dict(manifest=paths[0])]:
        with pytest.raises((tactus.Error, ValueError)):
            tactus.ray.render(**{"songs": paths[:2], "out": tmp_path / "out", **arguments})
        assert files(tmp_path / "out") == content, arguments


def test_a_bank_that_is_replaced_is_opened_again(cluster, tmp_path, bank_path, tool):
    paths = write_songs(tmp_path / "songs", 4)
    bank = tmp_path / "bank.sf2"
    bank.symlink_to(bank_path)
    tactus.ray.render(paths, bank, out=tmp_path / "out")
    before = files(tmp_path / "out")
    other = tmp_path / "other.sf2"
    data = bank_path.read_bytes()
    other.write_bytes(data[:1000] + bytes(len(data) // 2) + data[1000 + len(data) // 2 :])  # half of the samples are silent
    bank.unlink()
    bank.symlink_to(other)
    result = tactus.ray.render(paths, bank, out=tmp_path / "out")
    tool("verify", "--render", result.manifest)
    with open(result.manifest) as file:
        digests = {json.loads(line)["banks"][0]["sha256"] for line in file}
    assert digests == {hashlib.sha256(other.read_bytes()).hexdigest()}
    assert files(tmp_path / "out").keys() == before.keys()


def test_when_a_run_has_ended_none_of_its_songs_is_written(cluster, tmp_path, tool):
    paths = write_songs(tmp_path / "songs", 12)

    def stop(_count, _total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tactus.ray.render(paths, out=tmp_path / "out", rate=96000, quality="best", progress=stop)
    tactus.ray.render(paths, out=tmp_path / "out", rate=8000)
    time.sleep(2)
    tool("verify", tmp_path / "out" / "manifest.jsonl")
    assert not list((tmp_path / "out").rglob(".tactus-*"))


def test_other_numbers_of_songs_leave_no_old_shards(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 6)
    out = tmp_path / "out"
    out.mkdir()
    (out / "00009.tar").write_bytes(b"of the user")
    tactus.ray.render(paths, out=out, songs_per_shard=1)
    tactus.ray.render(paths, out=out, songs_per_shard=3)
    assert sorted(path.name for path in out.iterdir()) == ["00000.tar", "00001.tar", "00009.tar", "manifest.jsonl"]
    assert (out / "manifest.jsonl").read_text().count("\n") == 2


def test_files_of_the_user_are_kept(cluster, tmp_path):
    folder = tmp_path / "songs"
    paths = write_songs(folder, 1)
    wave = folder / "part0" / "song.wav"
    wave.write_bytes(song(3))
    mine = folder / "part0" / ".tactus-presets"
    mine.mkdir()
    with pytest.raises(ValueError, match="would replace the song"):
        tactus.ray.render([{"song": wave, "output": "song"}], out=folder / "part0")
    tactus.ray.render(paths, out=folder / "part0", manifest=tmp_path / "made" / "m.jsonl")
    assert wave.read_bytes() == song(3) and mine.is_dir() and (tmp_path / "made" / "m.jsonl").exists()


def test_names(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 3)
    named = tmp_path / "songs" / "Op. 27 No. 2"
    named.write_bytes(song(1))
    rows = [{"song": named}, {"song": paths[0], "output": "take.1"}, {"song": paths[1], "output": "take.2", "rate": None}]
    tactus.ray.render(rows, out=tmp_path / "out", notes=None)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "Op. 27 No. 2.wav", "manifest.jsonl", "take.1.wav", "take.2.wav"]


@pytest.mark.parametrize(
    "arguments, error, words", [
        (dict(songs="one.mid"), TypeError, "several songs"), (dict(songs=[b"MThd"]), TypeError, "a path"),
        (dict(songs=["a.mid", "a.midi"]), ValueError, "both"), (dict(rates=1), TypeError, "rates"),
        (dict(songs=[{"song": "a.mid", "output": "../b"}]), ValueError, "outside"),
        (dict(songs={"song": "a.mid"}), TypeError, "several"), (dict(songs=[{"midi": 1}]), TypeError, "song"),
        (dict(songs=[{"song": "a.mid", "output": ""}]), ValueError, "a name"), (dict(workers=0), ValueError, "workers"),
        (dict(progress=5), TypeError, "progress"), (dict(bank=[("a", 1, 2)]), TypeError, "offset"),
        (dict(notes="parquet", songs_per_shard=2), ValueError, "shards"), (dict(notes=[]), ValueError, "jsonl"),
        (dict(format="xyz"), ValueError, "wav"), (dict(bits=8), ValueError, "16"), (dict(notes="csv"), ValueError, "jsonl"),
        (dict(songs_per_shard=0), ValueError, "songs_per_shard"), (dict(bank=7), TypeError, "bank"),
        (dict(quality="good"), ValueError, "draft"), (dict(songs=[{"song": "a.mid", "foo": 1}]), TypeError, "foo"),
    ])
def test_wrong_arguments(tmp_path, arguments, error, words):
    with pytest.raises(error, match=words):
        tactus.ray.render(**{"songs": ["a.mid"], "out": tmp_path / "out", **arguments})
    assert not (tmp_path / "out").exists()


def test_no_songs(cluster, tmp_path):
    assert tactus.ray.render([], out=tmp_path / "out").made == 0


def test_an_interrupted_run_is_continued(cluster, tmp_path):
    paths = write_songs(tmp_path / "songs", 40)

    def stop(count, _total):
        if count == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tactus.ray.render(paths, out=tmp_path / "out", progress=stop)
    time.sleep(1)
    result = tactus.ray.render(paths, out=tmp_path / "out")
    assert result.kept >= 5 and result.kept + result.made == 40
    tactus.ray.render(paths, out=tmp_path / "whole")
    assert files(tmp_path / "out") == files(tmp_path / "whole")
