"""What the page's scripts say, in the game's language: phrases by their English, which scripts fill and print."""

from __future__ import annotations

from deckgen.language import Language, gettext_noop

_PHRASES = (
    # What is read, and what it comes to, as deckgen/document/examples/text.py says it
    gettext_noop("Another card is drawn"),
    gettext_noop("The card says more"),
    gettext_noop("card {number}, {name}"),
    gettext_noop("still card {number}"),
    gettext_noop("{place}: {result}"),
    gettext_noop("from column {column}, row {row}: rows {number}"),
    gettext_noop("from column {column}, row {row}: columns {number}"),
    gettext_noop("{section}, {place}"),
    gettext_noop("{section}, the standard place"),
    gettext_noop("{section}, {up} from the standard place"),
    gettext_noop("{section}, {column}, {row}"),
    gettext_noop("{section}, row {row}"),
    gettext_noop("{section}, column {column}, the first {count}"),
    gettext_noop("{section}, column {column}, row {row}"),
    gettext_noop("of {figures} none is crossed out"),
    gettext_noop("of {figures} crossed out: {crossed}"),
    gettext_noop("{number} and draw on"),
    gettext_noop("{number}? and draw on"),
    gettext_noop("it counts as {number}"),
    gettext_noop("{chance} of draws come to this"),
    gettext_noop("together {number}"),
    gettext_noop("that makes {number}"),
    gettext_noop("at most {number}"),
    gettext_noop("at least {number}"),
    gettext_noop("a critical failure against {number}"),
    gettext_noop("{total} against {number}: {over} over"),
    gettext_noop("{total} against {number}: {short} short"),
    gettext_noop("{total} against {number}: just reached"),
    # What only the page says
    gettext_noop("{chance} of draws read {number} or more"),
    gettext_noop("{chance} of draws read the same"),
    gettext_noop("less than {chance}"),
    # The page itself
    gettext_noop("Skip to the cards"),
    gettext_noop("Your own deck"),
    gettext_noop("Light or dark"),
    gettext_noop("Help and keys"),
    gettext_noop(
        "This page needs JavaScript to shuffle, draw and resolve. Allow it for this file, or play with the printed deck."
    ),
    gettext_noop("What is rolled"),
    gettext_noop("in the pile"),
    gettext_noop("discarded"),
    gettext_noop("Discarded"),
    gettext_noop("Cards in play"),
    gettext_noop("Result"),
    gettext_noop("Copy"),
    gettext_noop("What to do"),
    gettext_noop("Draw"),
    gettext_noop("Roll"),
    gettext_noop("Undo"),
    gettext_noop("Play"),
    gettext_noop("Hands"),
    gettext_noop("Log"),
    gettext_noop("Statistics"),
    gettext_noop("Deck"),
    gettext_noop("Parts of the page"),
    gettext_noop("What is rolled?"),
    gettext_noop("Close"),
    gettext_noop("Find a roll"),
    gettext_noop(
        "Choose what is rolled, then Roll: a card is drawn, read, and what it comes to is said below. The ringed places are those that were read. Tap a card to see it large; tap a place on it to read that one."
    ),
    gettext_noop("All of it stays in this browser; nothing is sent anywhere."),
    gettext_noop("Cancel"),
    gettext_noop("Save"),
    gettext_noop("No card is left to draw: all of them are in hands or in play."),
    gettext_noop("There is nothing to undo."),
    gettext_noop("Undone: {what}"),
    gettext_noop("There is nothing to do again."),
    gettext_noop("Draw another card: which is it?"),
    gettext_noop("Draw a card of your deck: which is it?"),
    gettext_noop("Shuffle your deck first."),
    gettext_noop("Light"),
    gettext_noop("Dark"),
    gettext_noop("As the device"),
    gettext_noop("Rename"),
    gettext_noop("Remove"),
    gettext_noop("Deal a card"),
    gettext_noop("Add a player"),
    gettext_noop("Nobody holds cards yet. Add a player for each hand, and deal."),
    gettext_noop("Player {number}"),
    gettext_noop("Tap a place on the card to read it."),
    gettext_noop("{roll} with this card"),
    gettext_noop("Put on the table"),
    gettext_noop("Give to {name}"),
    gettext_noop("To the discard"),
    gettext_noop("On top of the pile"),
    gettext_noop("The log is copied."),
    gettext_noop("Copying is not allowed here."),
    gettext_noop("Which card is it?"),
    gettext_noop("7h, 7 of hearts, joker …"),
    gettext_noop("No card of this name is left."),
    gettext_noop("Read it"),
    gettext_noop("Suit"),
    gettext_noop("Rank"),
    gettext_noop("clubs"),
    gettext_noop("diamonds"),
    gettext_noop("hearts"),
    gettext_noop("spades"),
    gettext_noop("Added"),
    gettext_noop("Against"),
    gettext_noop("Place"),
    gettext_noop("Row"),
    gettext_noop("Column"),
    gettext_noop("Reached by"),
    gettext_noop("More"),
    gettext_noop("Named"),
    gettext_noop("one less"),
    gettext_noop("one more"),
    gettext_noop("other"),
    gettext_noop("Procedures"),
    gettext_noop("Read one place"),
    gettext_noop("Examples"),
    gettext_noop("Nothing is called so."),
    gettext_noop("No card is in play."),
    gettext_noop("Shuffle your deck before the next task."),
    gettext_noop("The pile is shuffled before the next task."),
    gettext_noop("Choose what is rolled and press Roll, or draw a card and tap a place on it."),
    gettext_noop("Where cards come from"),
    gettext_noop("From this pile"),
    gettext_noop("From your own deck"),
    gettext_noop(
        "With a deck of poker cards on your table, draw there and say which card it is; all is read as with this deck."
    ),
    gettext_noop("This game draws every card from the whole deck."),
    gettext_noop(
        "In this game a joker has the deck shuffled, once what it was drawn for is resolved. Hands keep their cards."
    ),
    gettext_noop("In this game the deck is shuffled when it has run out. Hands keep their cards."),
    gettext_noop("Shuffling"),
    gettext_noop("Shuffle the discards in"),
    gettext_noop("Gather all cards and shuffle"),
    gettext_noop("Seed of a new game"),
    gettext_noop("any words"),
    gettext_noop("A new game, shuffled by “{seed}”."),
    gettext_noop("New game"),
    gettext_noop("Shuffled by the seed"),
    gettext_noop("The same seed shuffles alike in every browser. Leave it empty for one that nobody knows."),
    gettext_noop("This shuffle as a text"),
    gettext_noop("The shuffle is copied."),
    gettext_noop("as far as it has come"),
    gettext_noop("Share this shuffle"),
    gettext_noop("A shuffle that somebody sent"),
    gettext_noop("The shuffle is taken over."),
    gettext_noop("Take it over"),
    gettext_noop("Play a shuffle that somebody sent"),
    gettext_noop("Drawn"),
    gettext_noop("Expected"),
    gettext_noop("Off"),
    gettext_noop("success"),
    gettext_noop("failure"),
    gettext_noop("critical failure"),
    gettext_noop("something else"),
    gettext_noop("Send"),
    gettext_noop("Try it a thousand times"),
    gettext_noop("Of a thousand tries, each with the whole deck:"),
    gettext_noop("One more card"),
    gettext_noop("Tap the card to see it large, and a place on it to read that."),
    # What happened at the table, and the statistics
    gettext_noop("drawn: {cards}"),
    gettext_noop("drawn from an own deck: {cards}"),
    gettext_noop("dealt to {name}: {count}"),
    gettext_noop("resolved, put down: {cards}"),
    gettext_noop("shuffled"),
    gettext_noop("{name} joins"),
    gettext_noop("{name} leaves"),
    gettext_noop("{name} is now {other}"),
    gettext_noop("a new game, shuffled by “{seed}”"),
    gettext_noop("cards are drawn from an own deck"),
    gettext_noop("cards are drawn here"),
    gettext_noop("back on the pile: {cards}"),
    gettext_noop("put down: {cards}"),
    gettext_noop("{name} plays {cards}"),
    gettext_noop("into play: {cards}"),
    gettext_noop("{name} takes {cards}"),
    gettext_noop("{name} gives {other} cards: {count}"),
    gettext_noop("fewer than 1 of {games} games with fair shuffles are as far off"),
    gettext_noop("{share} of games with fair shuffles are as far off, or farther"),
    gettext_noop("1 of {count} games with fair shuffles is as far off, or farther"),
    gettext_noop("Nothing was drawn yet."),
    gettext_noop("Cards drawn: {count}. Shuffles: {shuffles}."),
    gettext_noop(
        "The deck was drawn to its end, every card once: so all means and counts are exactly those "
        "of the deck, in whatever order it lay."
    ),
    gettext_noop(
        "Most often came {most}: {often} times, least often {least}: {seldom} times; {expected} "
        "were to be expected, give or take {error}."
    ),
    gettext_noop(
        "Farthest off is {place}: {drawn} where {expected} was to be expected, give or take {error}; {games}."
    ),
    gettext_noop(
        "Jokers: {count}; by what was left in the pile {expected} were to be expected, give or take {error}."
    ),
    gettext_noop(
        "Jokers are {deck} of the deck, but {long} of all draws in the long run, as each brings the "
        "others back."
    ),
    gettext_noop(
        "Read {count} times, each time from a deck shuffled anew: {drawn} on average, where "
        "{expected} was to be expected, give or take {error}."
    ),
    gettext_noop("Read {count} times, each time from a deck shuffled anew."),
    gettext_noop("{least} to {most}"),
    # Statistics
    gettext_noop("This game"),
    gettext_noop("A thousand"),
    gettext_noop("Whole deck"),
    gettext_noop("Shuffle differently"),
    gettext_noop("Apart from this game, drawn by the same table and the same shuffles; seed: {seed}"),
    gettext_noop(
        "How often each card came, from the lowest to the highest; the bands are what was to be expected, "
        "give or take two standard errors."
    ),
    gettext_noop(
        "How far off each section is, where it is farthest off, in standard errors: by chance alone, 2 of 3 "
        "draws lie within 1 of them, and 19 of 20 within 2."
    ),
    gettext_noop("Place"),
    gettext_noop("How this is reckoned"),
    gettext_noop(
        "Cards drawn after a shuffle are a sample, without replacement, of those that were shuffled: so the "
        "numbers to be expected and their errors are exact. Jokers, which have the deck shuffled, are taken by "
        "themselves. An open cell goes on with the next card that is drawn. Games with fair shuffles are played "
        "here, with as many draws after as many shuffles."
    ),
    gettext_noop("What the audit says"),
    gettext_noop("Dice"),
    gettext_noop("By the rules"),
    gettext_noop("This deck"),
    gettext_noop("Long run"),
    gettext_noop(
        "Means: of the dice, of a draw from this deck freshly shuffled, and of draw after draw as the game shuffles."
    ),
    gettext_noop(
        "Cards in the deck: by the game’s rules, in this deck, and as many as it seems to have draw after "
        "draw, as the game shuffles."
    ),
    gettext_noop("One place, a thousand times"),
    gettext_noop("Read a thousand times, each time from a deck shuffled anew, against its exact chances."),
    gettext_noop("Read it"),
    gettext_noop("The chances of this are not reckoned: choose another place."),
    gettext_noop("Read"),
    gettext_noop("Times"),
    # Shared shuffles
    gettext_noop(
        "This is no shared shuffle: that begins with “deckgen:” and is copied whole. To shuffle by "
        "words of your own, type them as the seed of a new game."
    ),
    gettext_noop(
        "This shared shuffle is not whole: a letter was changed or lost. Copy it again, to its end."
    ),
    gettext_noop(
        "This shuffle is of another deck ({other}; here it is {own}). Open the page of that deck; "
        "or type “{seed}” as the seed of a new game, which puts the cards of this one in the same "
        "order."
    ),
    # What the browser keeps
    gettext_noop(
        "The browser’s memory is full: this game is not kept when the page is closed. Share its "
        "shuffle, or delete the data of other pages."
    ),
    gettext_noop(
        "The browser keeps nothing for this page: the game is gone when it is closed. Share its "
        "shuffle to go on later."
    ),
    gettext_noop("What the browser kept of this deck is no game: a new one begins."),
    gettext_noop(
        "This deck is played in another tab too: the game that moves last is the one that is kept. "
        "Close one of them."
    ),
)


def play_words(language: Language) -> dict[str, str]:
    """The phrases by their English; what stands in braces is left for scripts to fill."""
    return {text: language.phrase(text) for text in _PHRASES}
