"""Shuffles from a text: known numbers, and every card as likely in every place."""

from math import erfc, sqrt

import pytest
from script_modules import Scripts


@pytest.fixture(scope="module")
def scripts():
    return Scripts("play/scripts/random.js")


KNOWN = [17, 18, 51, 34, 1, 20, 3, 10]


def mixed(text, start):
    """MurmurHash3 of 32 bits, written once more."""
    mask, found = 0xFFFFFFFF, start
    for unit in memoryview(text.encode("utf-16-le")).cast("H"):
        word = unit * 0xCC9E2D51 & mask
        word = (word << 15 | word >> 17) & mask
        found ^= word * 0x1B873593 & mask
        found = (found << 13 | found >> 19) & mask
        found = (found * 5 + 0xE6546B64) & mask
    found ^= len(text.encode("utf-16-le")) // 2
    found = (found ^ found >> 16) * 0x85EBCA6B & mask
    found = (found ^ found >> 13) * 0xC2B2AE35 & mask
    return found ^ found >> 16


def stream(text):
    """xoshiro128** from the hashes of a text, written once more."""
    mask = 0xFFFFFFFF
    a, b, c, d = (mixed(text, start) for start in (1, 2, 3, 4))
    while True:
        word = b * 5 & mask
        yield ((word << 7 | word >> 25) & mask) * 9 & mask
        c ^= a
        d ^= b
        a, b, c = a ^ d, b ^ c, c ^ (b << 9 & mask)
        d = (d << 11 | d >> 21) & mask


def order(seed, number, count):
    """A shuffle, written once more."""
    bits, cards = stream(f"{number}/{seed}"), list(range(count))
    for left in range(count, 1, -1):
        fair = 2**32 - 2**32 % left
        at = next(bits) % left if fair == 2**32 else next(b for b in bits if b < fair) % left
        cards[at], cards[left - 1] = cards[left - 1], cards[at]
    return cards


@pytest.mark.parametrize("seed", ["", "KMRT-7QX2", "Kühe & Söhne", "♥ 🂡", "x" * 500])
@pytest.mark.parametrize("number", [1, 2, 77])
def test_a_shuffle_is_what_its_source_says(scripts, seed, number):
    assert scripts.run("shuffledOrder(seed, number, 54)", seed=seed, number=number) == order(seed, number, 54)


def test_the_generator_gives_the_published_numbers(scripts):
    """Of the state 1, 2, 3, 4, as the reference in C does."""
    found = scripts.run("((next) => Array.from({length: 10}, next))(xoshiro(1, 2, 3, 4))")
    assert found == [
        11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]  # fmt: skip


def test_known_orders_stay(scripts):
    """Shuffles that people have shared: a change here breaks all of them."""
    assert scripts.run("shuffledOrder('KMRT-7QX2', 1, 54).slice(0, 8)") == KNOWN


def test_a_shuffle_is_every_card_once(scripts):
    for count in (0, 1, 2, 3, 54, 108):
        assert sorted(scripts.run("shuffledOrder('a', 1, count)", count=count)) == list(range(count))


def test_seeds_and_numbers_do_not_run_into_each_other(scripts):
    pairs = [("a", 1), ("a", 2), ("b", 1), ("1", 1), ("/1", 1), ("1/a", 1), ("1", 11), ("A", 1), ("a ", 1)]
    found = {tuple(scripts.run("shuffledOrder(s, n, 54)", s=seed, n=number)) for seed, number in pairs}
    assert len(found) == len(pairs)


def test_every_card_is_as_likely_in_every_place(scripts):
    """Chi-square of cards by places over many seeds, with (n − 1)² degrees of freedom; and of pairs that follow."""
    count, seeds = 12, 20_000
    places, pairs = scripts.run(
        """(() => {
          const places = new Array(count * count).fill(0), pairs = new Array(count * count).fill(0);
          for (let seed = 0; seed < seeds; seed += 1) {
            const order = shuffledOrder("seed " + seed, 1 + seed % 7, count);
            order.forEach((card, at) => { places[card * count + at] += 1; if (at) pairs[order[at - 1] * count + card] += 1; });
          }
          return [places, pairs];
        })()""",
        count=count,
        seeds=seeds,
    )
    wanted = seeds / count
    squares = sum((each - wanted) ** 2 / wanted for each in places) * (count - 1) / count
    assert unlikely(squares, (count - 1) ** 2) > 1e-4
    # count − 1 neighbors, among count · (count − 1) pairs: as many for each
    follow = [each for i, each in enumerate(pairs) if i % (count + 1)]
    assert max(abs(each - wanted) for each in follow) < 5 * sqrt(wanted)
    assert not any(pairs[i * (count + 1)] for i in range(count))


def unlikely(squares, freedom):
    """The chance of so much or more, by Wilson and Hilferty."""
    z = ((squares / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom))
    return erfc(z / sqrt(2)) / 2


def test_small_numbers_are_as_likely(scripts):
    """Of 3 · 2³⁰ values the remainder of 2³² would favor the first third."""
    count = 3 * 2**30
    found = scripts.run("(() => { const b = bitsOf('x'); return Array.from({length: 6000}, () => drawnBelow(b, n)); })()", n=count)  # fmt: skip
    low = sum(each < 2**30 for each in found)
    assert abs(low - 2000) < 5 * sqrt(2000 * 2 / 3)


def test_new_seeds_differ(scripts):
    seeds = {scripts.run("newSeed()") for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 9 and seed[4] == "-" for seed in seeds)
