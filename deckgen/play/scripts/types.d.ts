/*
 * The shapes of all that the page knows, for `tsc --checkJs`. What Python made of a game and a deck is `Model`, see
 * deckgen/play/model.py.
 */

type Scalar = number | string | boolean | null;

/**
 * One printed result: `again`, draw another card and add the same place; `confirm`, draw on to see whether it is the
 * lowest or highest result there is. A critical failure has the value 1.
 */
type Cell = { value: number; again?: boolean; critical_failure?: boolean; confirm?: boolean };

/** A card's result in one section, as in deck.json; of a stack its places from the top. */
type CardValue = GridValue | RollsValue | TableValue | StackValue | DiceValue | number[] | Scalar;
type GridValue = { [column: string]: Cell[] };
type RollsValue = { [label: string]: number | Cell };
type TableValue = { [column: string]: number[] };
type StackValue = { stack: string[]; standard: number };
/** The parts of results by name, without marks that are not there and symbols that do not show; one part alone is no object. */
type DiceValue = { [label: string]: number | string | boolean | Parts };
type Parts = { [part: string]: number | string | boolean };

/**
 * `impulse` is its index in `Model.cards`. `name` is what deck.json calls it, `word` what is printed, `keys` are all
 * names that it is found by, in small letters. `suit` is as in deck.json, null for jokers and plain numbers.
 */
type Card = {
  impulse: number; name: string; word: string; rank: string; suit: string | null; joker: boolean; keys: string[];
  sections: { [section: string]: CardValue };
};

/** A column, row or roll: `label` as in deck.json, `word` as it is printed. */
type Labeled = { label: string; word: string };
type Beyond = "shift-right" | "keep-last" | "draw-again" | null;

/**
 * How marked cards of a roll lead to its lowest and highest total, see deckgen/odds/extremes.py. `marked` cards print
 * these, the low and the high ones; so much or less than `low` confirms the lowest, so much or more than `high` the
 * highest. `showing` is null where no card is marked. Bonuses are left out of all of this.
 */
type ExtremeRule = {
  lowest: number; highest: number; marked: [number, number]; low: number; high: number; showing: number | null;
};

/** What there is to read in a section: `word` is what a player calls it; `beyond`: after the last row of a grid. */
type PlaceChoice = { place: string; word: string; dice: string; beyond: boolean };
/**
 * What statistics count. Of a count `values` are 1 for the cards that say so, else 0; of a `mean` what cards say, and
 * `ends` is 0 where a chain goes on. `place` and `dice` are printed; `asked`, `whole` and `longRun` are what the audit
 * says, null where it says nothing: what the game requires, what this deck has, and the long run.
 * Those of a mean are means of the dice, of a draw from the whole deck, and of draw after draw as the game shuffles;
 * of a count cards in the deck, in the long run its chance times the deck's size.
 */
type Counted = {
  place: string; dice: string; mean: boolean; values: number[]; ends: number[]; asked: number | null;
  whole: number | null; longRun: number | null;
};
/** `title` and `help` are printed words; `constant`: every card has the same result. */
type SectionHead = {
  name: string; title: string; help: string; constant: boolean; choices: PlaceChoice[]; counted: Counted[];
};
/**
 * Row n of a column stands for n dice. `reads` "first-n": every cell is one die, and n dice are the first n cells;
 * then `failing`: a pool fails if more than half of its cells are plain 1s. `pooled`: the highest of
 * several cells counts, not their sum. `beyond`: what stands for rows after the last.
 */
type GridSection = SectionHead & {
  kind: "grid"; columns: (Labeled & { sides: number })[]; rows: number; reads: "cell" | "first-n"; pooled: boolean;
  failing: boolean; beyond: Beyond; bonus: number;
};
type RollsSection = SectionHead & {
  kind: "rolls"; rolls: (Labeled & { dice: string; bonus: number; extremes: ExtremeRule | null })[];
};
/** Rolls whose results have several `parts`, the main one first; `texts` are all parts of it on each card, by impulse. `words`:
 * what is printed for words and names of parts. */
type DiceSection = SectionHead & { kind: "dice"; rolls: (Labeled & { parts: DicePart[]; texts: string[] })[]; words: { [word: string]: string } };
type DicePart = { name: string; kind: "number" | "word" | "symbol" | "mark"; words: string[] };
/** `standard` is the index of the standard place, 0 at the top. */
type StackSection = SectionHead & {
  kind: "stack"; height: number; standard: number; places: { name: string; word: string }[];
};
type MarksSection = SectionHead & { kind: "marks"; count: number };
type TableSection = SectionHead & { kind: "table"; columns: Labeled[]; rows: Labeled[] };
type WordedSection = SectionHead & {
  kind: "distribution" | "fixed" | "text" | "prose"; outcomes: { value: Scalar; word: string }[];
};
type OrdinalSection = SectionHead & { kind: "ordinal"; source: "impulse" | "suit" | "rank" };
type Section =
  GridSection | RollsSection | DiceSection | StackSection | MarksSection | TableSection | WordedSection | OrdinalSection;

type Facts = { [name: string]: string | number };
type AskChoice = { name: string; label: string; number: number; facts: Facts };
type Answer = string | number | number[];
type Answers = { [ask: string]: Answer };
/**
 * What is settled before a procedure begins. `default` is a cell ("III-3", or the label of a roll), a row, figures, a
 * number, or the name of a choice; `section` is that of cell, row and figures. `choices` are all of kind "choice"; of
 * "number" they are named numbers to pick from, and any other from `least` to `most` may be typed. `more`: it is rarely
 * needed. `when`: it is asked once the cards are seen, if these steps came to these results.
 */
type Ask = {
  name: string; label: string; kind: "cell" | "row" | "figures" | "number" | "choice"; default: Answer; section: string;
  choices: AskChoice[]; least: number; most: number; help: string; more: boolean;
  when: [string, string[]][];
};

/**
 * A number, or what an earlier step or an ask comes to: its worth, or a `part` of it ("over", "bumps", "rest", a fact
 * of its level or choice), taken off if `less`. `label` is printed beside it.
 */
type Term = { label: string; number: number; step: string; part: string; less: boolean };

/**
 * What is read: of a grid or table a column and a row (from 1; of a table its label), of rolls and dice a column, of dice
 * too a row, the name of a part ("": the main one), of marks `figures`; `up` from a stack's standard place; with `reached` the highest column of a table that this number
 * reaches; `rows` and `columns` are shifts in a grid. `ask` gives column, row and figures, unless it is "".
 */
type Read = {
  section: string; column: string; row: string; figures: number[]; up: Term[]; reached: Term[]; rows: Term[];
  columns: Term[]; ask: string;
};
/** The same with what was asked for, and numbers for sums; `reached` is null where the table is read by its column. */
type Reading = {
  section: string; column: string; row: string; figures: number[]; up: number; reached: number | null; rows: number;
  columns: number;
};

/** How a fact is for the one who acts, and how all of them together are. */
type Tone = "good" | "bad" | "mixed" | "info";
type Fact = { text: string; tone: Tone };

/** What a step may come to, if all its conditions hold, those of other `parts` too: the first that fits is the one. See deckgen/game/examples/__init__.py. */
type Result = {
  name: string; text: string; tone: Tone | ""; least: Term[] | null; most: Term[] | null; values: Scalar[] | null;
  parts: [string, Scalar[]][];
  shown: Found["shown"]; value: Term[]; ends: boolean;
};
/** `quiet`: its arithmetic is not shown. */
type Step = {
  name: string; text: string; draws: boolean; read: Read | null; again: [string, Scalar] | null; add: Term[];
  times: Term[]; divide: Term[]; up: boolean; least: Term[]; most: Term[]; levels: Facts[]; against: Term[];
  bump: number; results: Result[]; when: [string, string[]][]; quiet: boolean;
};
/** A roll that follows by the rules, `roll` being a procedure: terms among `asks` are what it came to here. `card` is a
 * step whose card is read again, "" for none. */
type NextRoll = {
  roll: string; of: "target" | "self"; when: [string, string[]][]; asks: { [ask: string]: Term[] | string };
  card: string;
};
/** What may be noted on a person's `track`; `at` are steps and asks for the hit location, the first that is known. */
type TrackNote = { on: "target" | "self"; track: string; at: string[]; add: Term[]; when: [string, string[]][] };
/** A procedure of the game, or one of its examples. `place` is where the target is hit, as `at` is; hitPlaceOf says it. */
type Play = {
  name: string; title: string; story: string; example: boolean; asks: Ask[]; steps: Step[]; place: string[];
  next: NextRoll[]; notes: TrackNote[]; turn: string[]; turn_stays: boolean;
};
/** A next roll with what is given for it, and a note with the place as the game's files call it, or "". */
type FollowingRoll = { roll: string; of: "target" | "self"; given: Answers; card: number | null };
type FollowingNote = { on: "target" | "self"; track: string; place: string; add: number };

/**
 * What page.py puts together. `id` is the deck's, `failure` the printed word for a critical failure, `decimal` and
 * `percent` are how the language writes numbers. `words` are phrases by their English. `chances` are those of a draw from
 * the whole deck, of all `choices` but those beyond the last row; of dice the cards themselves say them. `reading` is a step that reads nothing yet, with what it
 * may come to against a number.
 */
type Model = {
  format: "deckgen-play/1"; id: string; title: string; game: string; deck: string; language: string; decimal: string;
  percent: string; failure: string; draw: "without-replacement" | "with-replacement";
  reshuffle: "jokers" | "every-draw" | "never"; cards: Card[]; sections: Section[]; plays: Play[];
  words: { [phrase: string]: string }; reading: Step & { read: Read };
  chances: { [section: string]: { [place: string]: Chances } | undefined };
};

/**
 * One card that is looked at in one section. `drawn`: it was drawn for this; else it lay there already. `places` are
 * where it is read, each a path into the card's value ([column, row index from 0]; [] for a section of one value):
 * joined with "/" it is the name of a ring.
 */
type Looked = { card: Card; drawn: boolean; section: Section; places: (string | number)[][] };
/** What the cards of a step came to, before anything is added; of dice all `parts`. */
type Found = { value: Scalar; shown: "" | "critical_failure" | "lowest" | "highest"; critical: boolean; parts: Parts };
/** What may be read at a place: values, their weights among all, and what each shows beside, if anything. */
type Chances = [Scalar[], number[], Found["shown"][]?];
type Chance = { found: Found; chance: number };
/**
 * A step that was played. The pairs are sums with their numbers. `worth` is what it counts later on. `chance` is that
 * of its result in a draw from the whole deck, null if it is not computed. `level` is the entry of the step's
 * levels, null for none.
 */
type Played = {
  step: Step; looked: Looked[]; found: Found | null; added: [Term, number][]; against: [Term, number][];
  total: number | null; over: number | null; times: number; divide: number; rest: number; worth: number; bumps: number;
  level: Facts | null; result: Result | null; rows: [Term, number][]; columns: [Term, number][]; chance: number | null;
  read: Reading | null;
};
/** What a step or an ask is known by in later steps. */
type Known = { worth: number; result: string | null; facts: Facts };
/** What may be added to a place that is read, and held against it. */
type More = {
  add?: number; against?: number | null; bump?: number; times?: number; divide?: number; up?: boolean; rows?: number;
  columns?: number; reached?: number;
};
/**
 * One picture of what is played: what is done, with which card, what is looked at (null: nothing is read), what is
 * said below, and for a step that names no chance itself, the chance of what was read, or "".
 */
type Panel = { head: string; card: string; looked: Looked | null; lines: string[]; chance: string };

/**
 * `what` happened: an action's name, "shuffle" also where a joker or an empty pile asked for it. `cards` are in the
 * order in which they moved, `from` and `to` where: "pile", "table", "discard" or the name of a person. `text` is a
 * name, a seed or what changed; `note` is whatever the page put in. Guests do not read what is `veiled`, until it is
 * shown, or what is `hidden`.
 */
type Logged = { what: string; cards?: number[]; from?: string; to?: string; text?: string; note?: any; veiled?: boolean; hidden?: boolean };
/** `by` did it ("": this page), for a `person` ("": none), at `time` (minutes since 1970; 0: not known). */
type Stamp = { by: string; person: string; time: number };
type Entry = Logged & Stamp & { round: number };
/** What came of one shuffle, for the statistics: the cards that were not shuffled in, and those that were drawn. */
type Pass = { without: number[]; drawn: number[] };
/** `roll` is the name of a procedure, or the id of a Roll. */
type Preset = { title: string; roll: string; given: Answers };
type Track = { label: string; value: number; most: number };
/**
 * Answers by ask. {highest: "wounds", of}: the one of `of` at the highest value of the tracks "wounds" and "wounds.*",
 * or that value. {at} and {there: "wounds", of}: looked up once the cards show the place that is hit, the latter among
 * the tracks. {by, at}: by the answer to another ask.
 */
type PersonFact =
  | Answer | { highest: string; of?: Answer[] } | { there: string; of?: Answer[] } | { at: { [place: string]: Answer } }
  | { by: string; at: { [answer: string]: Answer } };
type PersonFacts = { [ask: string]: PersonFact };
/**
 * Who has a hand of cards, and who acts. A card of -1 is one that this page may not know. `by` is the guest whose person
 * it is, "" for whoever has the page; `note` a line about it; `acts` are answers where it acts, `target` where it is the
 * target; `tracks` by name ("wounds.head"). `from` is the address of the sheet that it came from, `places` are that
 * sheet's names for what cards call a place. The highest `turn` of a round is first. Guests do not see who is `hidden`.
 * `face` names what it looks like, "-" if it has a portrait elsewhere.
 */
type Person = {
  name: string; cards: number[]; by: string; note: string; face: string; presets: Preset[]; acts: PersonFacts; target: PersonFacts;
  tracks: { [name: string]: Track }; from: string; places: { [place: string]: string }; turn: number | null;
  acted: boolean; hidden: boolean;
};
/**
 * The next card is the first of `pile`; the last of `table` and of `discard` lies on top. `shuffles` is how often the
 * seed's cards were shuffled. `due`: a joker has come up, so there is a shuffle once this is resolved. With `source`
 * "own" the cards are drawn from a deck beside the screen, and typed. `round` is 0 where none are counted. `veiled`:
 * guests do not see what lies on the table; `secret` are cards of the discard that they did not see.
 *
 * In the view of a guest, a card that it may not know is -1, also in `pile`.
 */
type State = {
  seed: string; shuffles: number; pile: number[]; table: number[]; people: Person[]; discard: number[]; secret: number[];
  due: boolean; source: "pile" | "own"; round: number; veiled: boolean; passes: Pass[]; log: Entry[];
};
/** Places where cards lie: a number is that of a person's hand. */
type Place = "pile" | "table" | "discard" | number;
/**
 * What can be done. What is impossible (no card is left, there is no such person) leaves the state as it is: the same
 * object.
 *
 * - draw: the next card comes into play. deal: the next `count` cards go to a hand.
 * - move: cards from any place: to "table" (played), "discard", a hand (given, taken back) or "pile" (on top).
 * - typed: a card of one's own deck comes into play.
 * - task: what is in play is resolved; it goes to the discard, and a due shuffle is made. `on`: the same roll goes on,
 *   so what is hidden from guests stays so.
 * - shuffle: pile and discard are shuffled; with `all` hands and cards in play too, as at the end of a scene.
 * - reseed: the pile alone is shuffled, by another seed.
 * - join, rename, leave: people; the cards of one who leaves go to the discard. person: parts of it, but not its cards.
 * - round: the next round begins. turn: a person's place in its order. acted: a person has acted in it.
 * - note-on: numbers are added to a person's tracks, as far as these go.
 * - veil: whether what is done on the table is hidden from guests.
 * - note: something for the log, as it is.
 * - new: the whole deck is shuffled from a seed, people stay. `shuffle` is the number of the shuffle, 1 if left out,
 *   `drawn` how many of its cards are in the discard.
 * - source: whether cards come from the pile or from one's own deck.
 */
type Action =
  | { do: "draw" } | { do: "deal"; to: number; count?: number } | { do: "move"; cards: number[]; to: Place }
  | { do: "typed"; card: number } | { do: "task"; on?: boolean } | { do: "shuffle"; all?: boolean }
  | { do: "reseed"; seed: string } | { do: "join"; name: string; person?: Partial<Person> }
  | { do: "person"; person: number; part: Partial<Person> } | { do: "rename"; person: number; name: string }
  | { do: "leave"; person: number } | { do: "round"; stays?: boolean } | { do: "turn"; person: number; turn: number | null }
  | { do: "acted"; person: number } | { do: "note-on"; person: number; tracks: { [track: string]: number } }
  | { do: "veil"; veiled: boolean } | { do: "note"; note: any }
  | { do: "new"; seed: string; shuffle?: number; drawn?: number } | { do: "source"; source: "pile" | "own" };
/** A roll that a guest asks the host for. */
type GuestRoll = RollRequest & { do: "roll" };
/** What a browser must know of another: its passwords, a fingerprint (base64), addresses with ports (1: as seen from outside). */
type Side = { user: string; password: string; print: string; at: (string | number)[][] };
/** A guest's place: its line, since when it is as it is, how many messages it may still send, and when it sent one. */
type Seat = { name: string; link: import("./link.js").Link | null; since: number; left: number; at: number };
type TableDoes = {
  did: (asked: Action | GuestRoll, stamp: { by: string; person: string }) => void; told: (words: string) => void; changed: () => void;
};
/** What can be wrong with the browser's memory. */
type Trouble = "full" | "forbidden" | "nonsense" | "other tab";

/** What came up against what was to be expected, give or take `error` (a standard error); `off` is how many lie between. */
type Deviation = { count: number; expected: number; error: number; off: number };
/** A row with what was `drawn`; `tasks` is how often it was read, `worths` what each card adds to how far it is off. */
type StatisticsRow = Counted & { tasks: number; drawn: number; expected: number; error: number; off: number; worths: number[] };
type StatisticsSection = { name: string; title: string; rows: StatisticsRow[]; farthest: StatisticsRow };
/** `rarer` is the share of `games` with fair shuffles and as many draws in which some row is as far off, null where
 * nothing is left to chance. */
type Statistics = {
  draws: number; shuffles: number; cards: StatisticsRow[]; jokers: Deviation | null; sections: StatisticsSection[];
  farthest: { section: StatisticsSection; row: StatisticsRow } | null; games: number; rarer: number | null;
};
/** The cards of one kind in one shuffle, and how many of them came up. */
type Sampled = { cards: number[]; drawn: number };
/** One place read often: how often it was one thing, or things that are too rare to be counted apart, and should have been. */
type Trial = {
  count: number; rows: { words: string; count: number; expected: number }[];
  mean: { drawn: number; expected: number; error: number } | null;
};

/** What Python drew, in mm. `fronts` by impulse, `rings` by kind of card, section and place; see play/page.py. */
type Ring = [number, number, number, number];
type Rings = { [kind: string]: { [section: string]: { [place: string]: Ring } } };
type CardFaces = {
  width: number; height: number; defs: string; fronts: string[]; back: string; pattern: string; scene: { face: string; width: number; height: number } | null; rings: Rings;
  references: { title: string; face: string; copies: number }[];
};
/** `people` are at the table when the page is opened, see deckgen/sheet/person.py. */
type PlayModel = Model & {
  faces: CardFaces;
  people: { name: string }[];
  looks: import("../../web/scripts/faces.js").FaceParts | null;
};
/** Rings on one card with the number of the step that read them, "" where there is but one. */
type Mark = { number: string; rings: Ring[] };

/** An ask of kind "number" may be `open`: then nothing is a value, too, which is its default. */
type OpenAsk = Ask & { open?: boolean };
/** Something that can be rolled. `id` stays the same as long as the game's names do, `play` is what is resolved. */
type Roll = {
  id: string; kind: "procedure" | "read" | "example"; title: string; story: string; asks: OpenAsk[];
  play: (given: Answers) => Play;
};
/** What the log keeps of a roll: all that it takes to resolve it again. `cards` are in the order in which they came. */
type RollNote = {
  roll: string; given: Answers; cards: number[]; title: string; text: string; person?: string; target?: string;
};
/** A roll as it is shown. `done` is false as long as it waits for a card. */
type Shown = {
  roll: Roll; given: Answers; cards: number[]; playeds: Played[]; done: boolean; task: boolean; person: string;
  target: string;
};
/** A roll before its cards: who makes it, and at whom. */
type Asking = { roll: Roll; given: Answers; person: string; target: string };
/** The same for a table of other pages; `cards` are those that lie there or are held already. */
type RollRequest = { roll: string; given: Answers; cards: number[]; person: string; target: string };
type Choice = import("./view-rolls.js").Choice;
/** What the page does for a view. `hides`: whether a hand is not to be shown here. `follow` makes the next roll of a result. */
type Doing = {
  act: (action: Action | Action[]) => void;
  roll: (id: string, given: Answers, of: { person: string; target: string; card?: number }) => void; rollWith: (card: number) => void; rollTitle: () => string;
  read: (section: string, place: string, card: number) => void; enlarge: (card: number, marks: Mark[]) => void;
  choosePerson: (name: string, preset?: string) => void; nextTurn: () => void; again: (shown: Shown) => void;
  follow: (who: string, roll: Roll, next: FollowingRoll) => void; hides: (person: Person) => boolean;
};
/** Of an element: functions listen to the event of their name, others are attributes. */
type Properties = { [name: string]: string | number | boolean | null | undefined | ((event: any) => void) };
