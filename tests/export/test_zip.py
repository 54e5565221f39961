import io
import zipfile

from hypothesis import given, strategies as st

from deckgen.export import make_zip

NAMES = st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8})?\.(png|json)", fullmatch=True)


@given(st.dictionaries(NAMES, st.binary(max_size=200), max_size=6))
def test_what_goes_in_comes_out_in_order_and_always_the_same(files):
    data = make_zip(files.items())
    assert data == make_zip(files.items())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files
        assert archive.namelist() == list(files)


def test_files_have_no_time_and_can_be_read_by_all():
    with zipfile.ZipFile(io.BytesIO(make_zip([("a.json", b"{}")]))) as archive:
        (entry,) = archive.infolist()
    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
    assert entry.external_attr >> 16 == 0o644
