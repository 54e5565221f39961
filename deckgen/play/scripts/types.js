/*
 * The shapes of all that the page knows, for `tsc --checkJs`; nothing of this runs. This file is no module, so that
 * every other one sees its types. What Python made of a game and a deck stands in `Model`, see deckgen/play/model.py.
 */

/**
 * @typedef {number | string | boolean | null} Scalar
 */

/**
 * One printed result: `again`, draw another card and add the same place; `confirm`, draw on to see whether it is the
 * lowest or highest result there is. A critical failure has the value 1.
 *
 * @typedef {object} Cell
 * @property {number} value
 * @property {boolean} [again]
 * @property {boolean} [critical_failure]
 * @property {boolean} [confirm]
 */

/**
 * What a card says in one section, as deck.json has it: of a grid its cells by column, of rolls a number or cell by
 * label, of a table its numbers by column, of marks the marked figures, of a stack its places from the top.
 *
 * @typedef {{[label: string]: Cell[]}} GridValue
 * @typedef {{[label: string]: number | Cell}} RollsValue
 * @typedef {{[label: string]: number[]}} TableValue
 * @typedef {{stack: string[], standard: number}} StackValue
 * @typedef {GridValue | RollsValue | TableValue | StackValue | number[] | Scalar} CardValue
 */

/**
 * `impulse` is its place in `Model.cards`. `name` is what deck.json calls it, `word` what is printed, `keys` are all
 * names that it is found by, in small letters. `suit` is as in deck.json, null for jokers and plain numbers.
 *
 * @typedef {object} Card
 * @property {number} impulse
 * @property {string} name
 * @property {string} word
 * @property {string} rank
 * @property {string | null} suit
 * @property {boolean} joker
 * @property {string[]} keys
 * @property {{[section: string]: CardValue}} sections
 */

/**
 * A column, row or roll: `label` as in deck.json, `word` as it is printed.
 *
 * @typedef {{label: string, word: string}} Labelled
 * @typedef {"shift-right" | "keep-last" | "draw-again" | null} Beyond
 */

/**
 * How marked cards of a roll lead to its lowest and highest total, see deckgen/odds/extremes.py. `showing` is null
 * where no card is marked. Bonuses are left out of all of this.
 *
 * @typedef {object} ExtremeRule
 * @property {number} lowest
 * @property {number} highest
 * @property {[number, number]} marked  what marked cards print, the low and the high ones
 * @property {number} low  what confirms the lowest: so much or less
 * @property {number} high  what confirms the highest: so much or more
 * @property {number | null} showing
 */

/**
 * The sections. `title` and `help` are printed words; `constant`: every card says the same.
 *
 * @typedef {{name: string, title: string, help: string, constant: boolean}} SectionHead
 *
 * Row n of a column stands for n dice. `reads` "first-n": every cell is one die, and n dice are the first n cells;
 * then `failing` says that a pool fails where more than half of its cells are plain 1s. `pooled`: the highest of
 * several cells counts, not their sum. `beyond`: what stands for rows after the last.
 *
 * @typedef {SectionHead & {kind: "grid", columns: (Labelled & {sides: number})[], rows: number,
 *   reads: "cell" | "first-n", pooled: boolean, failing: boolean, beyond: Beyond, bonus: number}} GridSection
 * @typedef {SectionHead & {kind: "rolls", rolls: (Labelled & {dice: string, bonus: number,
 *   extremes: ExtremeRule | null})[]}} RollsSection
 *
 * `standard` is the index of the standard place, 0 at the top.
 *
 * @typedef {SectionHead & {kind: "stack", height: number, standard: number,
 *   places: {name: string, word: string, attributes: string[]}[]}} StackSection
 * @typedef {SectionHead & {kind: "marks", count: number}} MarksSection
 * @typedef {SectionHead & {kind: "table", columns: Labelled[], rows: Labelled[]}} TableSection
 * @typedef {SectionHead & {kind: "distribution" | "fixed" | "text",
 *   outcomes: {value: Scalar, word: string}[]}} WordedSection
 * @typedef {SectionHead & {kind: "ordinal", source: "impulse" | "suit" | "rank"}} OrdinalSection
 * @typedef {GridSection | RollsSection | StackSection | MarksSection | TableSection | WordedSection
 *   | OrdinalSection} Section
 */

/**
 * What is settled before a procedure begins. `default` is a cell ("III-3", or the label of a roll), a row, figures, a
 * number, or the name of a choice. `choices` are all of kind "choice"; of "number" they are named numbers to pick
 * from, and any other from `least` to `most` may be typed. `more`: it is rarely needed.
 *
 * @typedef {{name: string, label: string, number: number, facts: {[name: string]: string | number}}} AskChoice
 * @typedef {string | number | number[]} Answer
 * @typedef {{[ask: string]: Answer}} Answers
 *
 * @typedef {object} Ask
 * @property {string} name
 * @property {string} label
 * @property {"cell" | "row" | "figures" | "number" | "choice"} kind
 * @property {Answer} default
 * @property {string} section  of cell, row and figures
 * @property {AskChoice[]} choices
 * @property {number} least
 * @property {number} most
 * @property {string} help
 * @property {boolean} more
 */

/**
 * A number, or what an earlier step or an ask comes to: its worth, or a `part` of it ("over", "bumps", "rest", a fact
 * of its level or choice), taken off if `less`. `label` is printed beside it.
 *
 * @typedef {{label: string, number: number, step: string, part: string, less: boolean}} Term
 */

/**
 * What is read: of a grid or table a column and a row (from 1; of a table its label), of rolls a column, of marks
 * `figures`; `up` from a stack's standard place; with `reached` the highest column of a table that this number
 * reaches; `rows` and `columns` are shifts in a grid. `ask` says column, row and figures, if it is not "".
 *
 * @typedef {object} Read
 * @property {string} section
 * @property {string} column
 * @property {string} row
 * @property {number[]} figures
 * @property {Term[]} up
 * @property {Term[]} reached
 * @property {Term[]} rows
 * @property {Term[]} columns
 * @property {string} ask
 */

/**
 * The same with what was asked for, and numbers for sums; `reached` is null where the table is read by its column.
 *
 * @typedef {{section: string, column: string, row: string, figures: number[], up: number, reached: number | null,
 *   rows: number, columns: number}} Reading
 */

/**
 * What a step may come to, if its condition holds: the first that fits is the one. See deckgen/game/examples/__init__.py.
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {string} text
 * @property {Term[] | null} least
 * @property {Term[] | null} most
 * @property {Scalar[] | null} values
 * @property {string} attribute
 * @property {Term[]} value
 * @property {boolean} ends
 */

/**
 * `quiet`: its arithmetic is not told.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} text
 * @property {boolean} draws
 * @property {Read | null} read
 * @property {[string, Scalar] | null} again
 * @property {Term[]} add
 * @property {Term[]} times
 * @property {Term[]} divide
 * @property {boolean} up
 * @property {Term[]} least
 * @property {Term[]} most
 * @property {{[fact: string]: string | number}[]} levels
 * @property {Term[]} against
 * @property {number} bump
 * @property {Result[]} results
 * @property {[string, string[]][]} when
 * @property {boolean} quiet
 */

/**
 * A procedure of the game, or one of its examples.
 *
 * @typedef {object} Play
 * @property {string} name
 * @property {string} title
 * @property {string} story
 * @property {boolean} example
 * @property {Ask[]} asks
 * @property {Step[]} steps
 */

/**
 * What page.py puts together. `id` is the deck's, `failure` the printed word for a critical failure, `decimal` and
 * `percent` are how the language writes numbers. `words` are phrases by their English.
 *
 * @typedef {object} Model
 * @property {"deckgen-play/1"} format
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {string} deck
 * @property {string} language
 * @property {string} decimal
 * @property {string} percent
 * @property {string} failure
 * @property {"without-replacement" | "with-replacement"} draw
 * @property {"jokers" | "every-draw" | "never"} reshuffle
 * @property {Card[]} cards
 * @property {Section[]} sections
 * @property {Play[]} plays
 * @property {{[phrase: string]: string}} words
 * @property {{[section: string]: {[row: string]: [string, string, string]}}} [expected]  see deckgen/play/model.py
 */

/**
 * One card that is looked at in one section. `drawn`: it was drawn for this; else it lay there already. `places` are
 * where it is read, each a path into the card's value ([column, row index from 0]; [] for a section of one value):
 * joined with "/" it is the name of a ring.
 *
 * @typedef {{card: Card, drawn: boolean, section: Section, places: (string | number)[][]}} Looked
 */

/**
 * What the cards of a step came to, before anything is added. `extreme` is "lowest", "highest" or "".
 *
 * @typedef {{value: Scalar, critical: boolean, extreme: "" | "lowest" | "highest"}} Found
 */

/**
 * @typedef {{found: Found, chance: number}} Chance
 */

/**
 * A step that was played. The pairs are sums with their numbers. `worth` is what it counts later on. `chance` is that
 * of its result in a draw from the whole deck, null where it is not reckoned. `level` is the entry of the step's
 * levels, null for none.
 *
 * @typedef {object} Played
 * @property {Step} step
 * @property {Looked[]} looked
 * @property {Found | null} found
 * @property {[Term, number][]} added
 * @property {[Term, number][]} against
 * @property {number | null} total
 * @property {number | null} over
 * @property {number} times
 * @property {number} divide
 * @property {number} rest
 * @property {number} worth
 * @property {number} bumps
 * @property {{[fact: string]: string | number} | null} level
 * @property {Result | null} result
 * @property {[Term, number][]} rows
 * @property {[Term, number][]} columns
 * @property {number | null} chance
 * @property {Reading | null} read
 */

/**
 * What `resolve` asks for and tells. `task`: what was drawn before is resolved, so a due reshuffle comes first.
 *
 * @typedef {{want: "card", task: boolean} | {played: Played}} Turn
 */
