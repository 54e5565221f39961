from cli_fixtures import deck_bytes, refused, run


def test_a_deck_and_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    made = run("diff", "deck.json", "deck.json", "-o", "diff.html")
    assert "are the same deck" in made.stderr
    assert "The two are the same deck." in (tmp_path / "diff.html").read_text(encoding="utf-8")
    assert "none.json" in refused("diff", "deck.json", "none.json", "-o", "x.html")
