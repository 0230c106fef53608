import pytest

import tactus


def test_presets(bank_path):
    bank = tactus.Bank(bank_path)
    presets = bank.presets
    assert len(presets) == len(bank) > 100 and presets[0].bank == 0 and presets[0].program == 0
    assert [(p.bank, p.program) for p in presets] == sorted((p.bank, p.program) for p in presets)
    assert bank and tactus.Bank(bank_path.read_bytes()).presets == presets


def test_views_of_larger_items(bank_path):
    data = bank_path.read_bytes()
    data += bytes(-len(data) % 4)
    assert tactus.Bank(memoryview(data).cast("I")).presets == tactus.Bank(data).presets


def test_stacks(bank_path):
    both = tactus.Bank.stack(None, bank_path, offsets=[0, 5])
    assert {preset.layer for preset in both} == {0, 1}
    assert {p.bank for p in both if p.layer == 1} == {p.bank + 5 for p in tactus.Bank(bank_path)}
    drums = tactus.Bank.stack(bank_path, offsets=[5], keep_drums=True)
    assert 128 in {preset.bank for preset in drums}
    with pytest.raises(ValueError, match="2 banks"):
        tactus.Bank.stack(None, None, offsets=[1])


def test_paths_are_opened_once(bank_path):
    from tactus._banks import bank

    assert bank(bank_path) is bank(str(bank_path))
    assert tactus.Bank(bank_path) is not bank(bank_path)


def test_one_bank_for_many_songs_keeps_memory_low(scale):
    import resource

    tactus.bounce(scale)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(50):
        tactus.bounce(scale)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 40_000
