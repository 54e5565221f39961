/** The person at the table that a sheet describes, as person.py computes it. */

/**
 * @typedef {{text: string, cells: string, number: number}} AskRule
 * @typedef {{kind: string, track: string, answers: (string|number)[]}} TrackRule
 * @typedef {AskRule | TrackRule | {at: Object<string, AskRule>, by: string}} Fact
 * @typedef {{title: string, roll: string, verb: string, each: string, otherwise: boolean, when: AskRule[], asks: Object<string, AskRule>}} PresetRule
 * @typedef {{note: string, acts: Object<string, Fact>, target: Object<string, Fact>, places: Object<string, string>,
 *   tracks: Object<string, string>, presets: PresetRule[],
 *   cells: Object<string, {columns: Object<string, string>, printed: string, rowFirst: boolean}>}} PersonRules
 */

/** The face of those who have a portrait of their own: none is built. */
const NO_FACE = "-";

/** @param {Fields} fields @param {string} [address] that of this page @returns {Object<string, *>} */
function toPerson(fields, address = "") {
  const rules = model.person;
  const sheet = deckgenSheet((name) => fields[name] ?? "");
  const text = (pattern, each, key) => sheet.value(pattern, each, key) ?? "";
  return {
    format: "deckgen-person/1",
    game: model.game,
    name: fields.name ?? "",
    face: model.groups.some(({ columns: [{ type }], name }) => type === "picture" && fields[name]) ? NO_FACE : fields.face ?? "",
    note: text(rules.note),
    presets: presetsOf(fields, sheet).map(({ title, roll, given }) => ({ title, roll, given })),
    acts: answers(sheet, rules.acts),
    target: answers(sheet, rules.target),
    tracks: tracksOf(fields, sheet),
    places: rules.places,
    from: address,
  };
}

/** The presets of a sheet, each with its rule and the entry of a list that it is for.
 * @param {Fields} fields @param {*} sheet what computes */
function presetsOf(fields, sheet) {
  const found = [], rules = model.person.presets;
  for (let from = 0, to = 0; from < rules.length; from = to) {  // rules of the same list, entry by entry
    const { each } = rules[from];
    while (rules[to]?.each === each) to += 1;
    const count = each ? filledRows(model.groups.find((group) => group.name === each), fields) : 1;
    for (let row = 1; row <= count; row += 1) {
      const key = each ? rowKey(row) : "", before = found.length;
      for (const rule of rules.slice(from, to)) {
        const title = rule.otherwise && found.length > before ? "" : sheet.value(rule.title, each, key);
        if (!title || !rule.when.every((when) => answer(sheet, when, each, key))) continue;
        found.push({ title, roll: rule.roll, given: answers(sheet, rule.asks, each, key), rule, key });
      }
    }
  }
  return found;
}

/** @param {*} sheet @param {Object<string, Fact>} facts @param {string} [each] @param {string} [key] */
function answers(sheet, facts, each, key) {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => {
    if ("at" in fact) return [name, { ...(fact.by && { by: fact.by }), at: answers(sheet, fact.at) }];
    if ("track" in fact) return [name, { [fact.kind]: fact.track, of: fact.answers }];
    return [name, answer(sheet, fact, each, key)];
  }).filter(([, value]) => value !== null));
}

/** @param {*} sheet @param {AskRule} rule @param {string} [each] @param {string} [key] @returns {string | number | null} */
function answer(sheet, { text, cells, number: count }, each, key) {
  const value = sheet.value(text, each, key);
  const written = value === null ? "" : Array.isArray(value) ? sheet.shown(value) : value;
  if (cells) return placeIn(model.person.cells[cells], written);
  if (count) {
    const found = written.match(/[-−+]?\d+/g)?.[count - 1];
    return found === undefined ? null : Number(found.replace("−", "-"));
  }
  return Array.isArray(value) ? Math.floor(value[0] / value[1]) : value || null;
}

/** The place that a text names by dice, or as a cell is printed. */
function placeIn({ columns, printed, rowFirst }, text) {
  const dice = /([1-9]\d?)?d([1-9]\d*)/.exec(text);
  if (dice && dice[2] in columns) return `${columns[dice[2]]}-${dice[1] ?? 1}`;
  const cell = new RegExp(printed).exec(text);
  return cell && `${cell[rowFirst ? 2 : 1]}-${cell[rowFirst ? 1 : 2]}`;
}

/** @param {Fields} fields @param {*} [sheet] @returns {Object<string, {label: string, value: number, most: number}>} */
function tracksOf(fields, sheet = deckgenSheet((name) => fields[name] ?? "")) {
  return Object.fromEntries(Object.entries(model.person.tracks).flatMap(([name, most]) => {
    const group = model.groups.find((each) => each.name === name);
    const limit = most ? answer(sheet, { text: most, cells: "", number: 0 }) : null;
    return entries(group, 0).map(([key, label]) => {
      const track = full(name, key), all = find(track).column.most, value = marked(track, fields);
      const least = typeof limit === "number" ? Math.max(value, limit) : all;
      return [track, { label: key ? `${group.label}: ${label}` : label, value, most: Math.min(all, least) }];
    });
  }));
}
