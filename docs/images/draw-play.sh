#!/bin/sh
# Draws the cards that docs/play tells of, those of seed 42: `make pictures`. BIN is where deckgen is.
set -e
bin=${1:-.venv/bin}
images=docs/images
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

for scene in future-imperfect:9:33 west-that-wasnt:7:8 action-and-combat:14:51 rough-magic:25:6; do
    game=${scene%%:*}
    "$bin/deckgen" generate "$game" --seed 42 -q -o "$work/$game.json"
    for card in $(echo "${scene#*:}" | tr : ' '); do
        "$bin/deckgen" render "$work/$game.json" --card "$card" --dpi 120 -q -o "$images/play-$game-$card.png"
    done
done
