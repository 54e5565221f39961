#!/bin/sh
# Draws the pictures of docs/make-a-layout.md and of docs/dice-as-a-deck.md, all of them by deckgen: `make pictures`. BIN is where deckgen is.
set -e
bin=${1:-.venv/bin}
images=docs/images
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

for pair in poker:future-imperfect west:west-that-wasnt tactics:action-and-combat magic:rough-magic; do
    look=${pair%%:*}
    "$bin/deckgen" generate "${pair#*:}" --seed 42 -q -o "$work/$look.json"
    "$bin/deckgen" render "$work/$look.json" --layout "$look" --card 33 --dpi 150 -q -o "$images/layout-$look.png"
done

"$bin/deckgen" new-layout my-card --from poker -q -o "$work"
"$bin/python" -m cairosvg "$work/my-card.svg" --output-width 700 -o "$images/layout-guides.png"

# What a new palette does: a green ground and green spines.
sed -i.old 's/#15213d/#12372a/g; s/#e3572c/#8fbf9a/g' "$work/my-card.svg" "$work/my-card.yaml"
sed -i.old '/#12372a/s/\[.*\]/[88, 45, 80, 27]/; /#8fbf9a/s/\[.*\]/[48, 8, 46, 0]/' "$work/my-card.yaml"
"$bin/deckgen" render "$work/poker.json" --layout "$work/my-card.svg" --card 33 --dpi 150 -q -o "$images/layout-changed.png"

"$bin/deckgen" map future-imperfect -q -o "$images/layout-map.png"

# A card of each of the sampler's decks.
for deck in totals tests bands pools; do
    "$bin/deckgen" generate docs/sampler --deck "$deck" --seed 42 -q -o "$work/$deck.json"
    "$bin/deckgen" render "$work/$deck.json" --game docs/sampler --card 2 --dpi 150 -q -o "$images/sampler-$deck.png"
done
