/*
 * Cards as they are printed, with a ring around what was read, and their places to tap on.
 */

import { placeAt } from "./places.js";
import { placeOf } from "./store.js";
import { by, drawn, make, press } from "./view-kit.js";
import { say } from "./words.js";

const WIDER = 0.4; // mm between what is printed and its ring
/** A crop shows so many mm around what is ringed, and is so much wider than high. */
const AROUND = 2.5;
const LEAST = 13;
const BROAD = 1.35;

/** What all faces share stands in the page once. @param {CardFaces} faces */
export function placeDefs(faces) {
  const store = drawn("svg", { class: "store", "aria-hidden": "true" });
  store.innerHTML = `<defs>${faces.defs}</defs>`;
  document.body.prepend(store);
}

/** A picture that Python drew. @param {string} inner @param {string} box @param {string} label */
export function picture(inner, box, label) {
  const made = drawn("svg", { viewBox: box, class: "art", role: "img", ...(label ? { "aria-label": label } : { "aria-hidden": "true" }) });
  made.innerHTML = inner; // drawn by Python, which has escaped all words
  return made;
}

/** A card by its number; -1 is one that this page may not know. @param {Model} model @param {number} number @returns {Card} */
export function cardShown(model, number) {
  return model.cards[number] ?? { impulse: number, word: say(model, "a hidden card"), name: "", rank: "", suit: null, joker: false, keys: [], sections: {} };
}

let masks = 0;

/** The front of a card. @param {CardFaces} faces @param {Card} card @param {Mark[]} [marks] @param {string} [label] */
export function frontOf(faces, card, marks = [], label = "") {
  const { width, height } = faces;
  const made = picture(faces.fronts[card.impulse] ?? faces.back, `0 0 ${width} ${height}`, label);
  const rings = marks.flatMap((mark) => mark.rings.map(wider));
  if (!rings.length) return made;
  const holes = rings.map(([x, y, w, h]) => drawn("rect", { x, y, width: w, height: h, rx: 1 }));
  const mask = drawn("mask", { id: `holes-${(masks += 1)}` }, drawn("rect", { width, height, fill: "#fff" }), ...holes);
  made.append(mask, drawn("rect", { width, height, mask: `url(#${mask.id})`, class: "dim" }));
  for (const mark of marks) made.append(...mark.rings.map(ringed));
  for (const { number, rings: own } of marks) if (number && own.length) made.append(badge(number, wider(own[0])));
  return made;
}

/** The back of all cards. @param {CardFaces} faces */
export function backOf(faces) {
  return picture(faces.back, `0 0 ${faces.width} ${faces.height}`, "");
}

/** What is on the table, as large as it is: the mat's picture, and on it the pattern of the back. @param {CardFaces} faces */
export function groundsOf(faces) {
  const { pattern, width, height, scene } = faces;
  const grounds = [{ name: "scene", ...(scene ?? { face: "", width, height }) }, { name: "pattern", face: pattern, width, height }];
  return grounds.filter(({ face }) => face).map(({ name, face, width: wide, height: high }) => {
    const made = picture(face, `0 0 ${wide} ${high}`, "");
    made.setAttribute("preserveAspectRatio", "xMidYMid slice");
    made.classList.add(name);
    return made;
  });
}

/** A little of a card: what is ringed, and what stands around it. @param {CardFaces} faces @param {Card} card @param {Ring[]} rings */
export function cropOf(faces, card, rings) {
  const { width, height } = faces;
  const left = Math.min(...rings.map(([x]) => x));
  const top = Math.min(...rings.map(([, y]) => y));
  const right = Math.max(...rings.map(([x, , w]) => x + w));
  const bottom = Math.max(...rings.map(([, y, , h]) => y + h));
  const high = Math.max(LEAST, bottom - top + 2 * AROUND, (right - left + 2 * AROUND) / BROAD);
  const wide = high * BROAD;
  const x = Math.min(Math.max((left + right - wide) / 2, 0), Math.max(0, width - wide));
  const y = Math.min(Math.max((top + bottom - high) / 2, 0), Math.max(0, height - high));
  const made = picture(faces.fronts[card.impulse], `${x} ${y} ${wide} ${high}`, "");
  made.classList.add("crop");
  made.append(...rings.map(ringed));
  return made;
}

/** @param {Ring} ring @returns {Ring} */
function wider([x, y, w, h]) {
  return [x - WIDER, y - WIDER, w + 2 * WIDER, h + 2 * WIDER];
}

/** @param {Ring} ring */
function ringed(ring) {
  const [x, y, width, height] = wider(ring);
  const line = { x, y, width, height, rx: Math.min(1.2, height / 2) };
  return drawn("g", { class: "ring" }, drawn("rect", { ...line, class: "halo" }), drawn("rect", { ...line, class: "line" }));
}

/** The number of a step, at the ring's upper left. @param {string} number @param {Ring} ring */
function badge(number, [x, y]) {
  const [cx, cy] = [Math.max(x - 0.5, 2), Math.max(y - 0.4, 2)];
  const text = drawn("text", { x: cx, y: cy + 0.98, "text-anchor": "middle", "font-size": 2.8, text: number });
  return drawn("g", { class: "number" }, drawn("circle", { cx, cy, r: 1.75 }), text);
}

/** The rings of the places that were looked at; of a section that the face does not show, none. @param {CardFaces} faces @param {Looked} looked */
export function ringsOf(faces, looked) {
  const own = faces.rings[looked.card.joker ? "joker" : "plain"]?.[looked.section.name] ?? {};
  const found = looked.places.map((place) => own[place.join("/")] ?? null).filter((ring) => ring !== null);
  return found.length || !own[""] ? joinedRings(found) : [own[""]];
}

const NEXT_ROW = 3; // mm between what two rows of a column print, at most

/** Places below each other, which are read together, have one ring. @param {Ring[]} rings @returns {Ring[]} */
function joinedRings(rings) {
  /** @type {Ring[]} */
  const made = [];
  for (const [x, y, w, h] of [...rings].sort((one, other) => one[1] - other[1])) {
    const at = made.findIndex(([left, top, width, height]) => x < left + width && left < x + w && y - top - height < NEXT_ROW);
    if (at < 0) {
      made.push([x, y, w, h]);
      continue;
    }
    const [left, top, width, height] = made[at];
    const [x0, y1] = [Math.min(left, x), Math.max(top + height, y + h)];
    made[at] = [x0, top, Math.max(left + width, x + w) - x0, y1 - top];
  }
  return made;
}

/** The smallest place of a card that a point in its picture lies in, null for none.
 * @param {CardFaces} faces @param {Card} card @param {number} x  mm @param {number} y
 * @returns {{section: string, place: string} | null} */
export function placeUnder(faces, card, x, y) {
  let found = null;
  let least = Infinity;
  for (const [section, places] of Object.entries(faces.rings[card.joker ? "joker" : "plain"] ?? {})) {
    for (const [place, ring] of Object.entries(places)) {
      const [left, top, w, h] = wider(ring);
      if (x >= left && x <= left + w && y >= top && y <= top + h && w * h < least) [found, least] = [{ section, place }, w * h];
    }
  }
  return found;
}

/** A card that can be tapped. @param {CardFaces} faces @param {Card} card @param {Mark[]} marks @param {string} label @param {() => void} tapped */
export function cardButton(faces, card, marks, label, tapped) {
  return make("button", { type: "button", class: "card", "aria-label": label, "data-card": card.impulse, click: tapped }, frontOf(faces, card, marks));
}

/** A card as large as the screen, its places to tap on, and what can be done with it where it lies.
 * @param {PlayModel} model @param {State} state @param {number} number @param {Mark[]} marks @param {Doing} doing */
export function enlarge(model, state, number, marks, doing) {
  const { faces } = model;
  const card = model.cards[number];
  if (!card) return;
  const dialog = by("card");
  const place = placeOf(state, number);
  by("card-title").lastElementChild.textContent = card.word;
  const art = frontOf(faces, card, marks, card.word);
  by("card-face").replaceChildren(art);
  const readable = place === "table" || typeof place === "number";
  const target = make("p", { class: "hint" });
  /** @param {MouseEvent} event */
  const under = (event) => {
    const box = art.getBoundingClientRect();
    return placeUnder(faces, card, (event.clientX - box.left) / box.width * faces.width, (event.clientY - box.top) / box.height * faces.height);
  };
  const known = (/** @type {{section: string} | null} */ found) => model.sections.find((each) => each.name === found?.section && !each.constant) ?? null;
  art.classList.toggle("tappable", readable);
  if (readable) {
    art.onmousemove = (event) => { art.setAttribute("data-over", known(under(event)) ? "yes" : ""); };
    art.onclick = (event) => {
      const found = under(event);
      const section = known(found);
      if (!found || !section) return;
      dialog.close();
      doing.read(section.name, placeAt(section, found.place ? found.place.split("/") : []), number);
    };
    target.textContent = say(model, "Tap a place on the card to read it.");
  }
  /** @param {() => void} todo */
  const then = (todo) => () => {
    dialog.close();
    todo();
  };
  /** @param {Place} to */
  const move = (to) => then(() => doing.act({ do: "move", cards: [number], to }));
  const does = make("p", { class: "row" });
  if (readable) does.append(press(say(model, "{roll} with this card", { roll: doing.rollTitle() }), then(() => doing.rollWith(number)), { class: "main" }, "roll"));
  if (place !== "table") does.append(press(say(model, "Put on the table"), move("table")));
  state.people.forEach((hand, at) => {
    if (at !== place) does.append(press(say(model, "Give to {name}", { name: hand.name }), move(at)));
  });
  if (place !== "discard") does.append(press(say(model, "To the discard"), move("discard")));
  if (state.source === "pile") does.append(press(say(model, "On top of the pile"), move("pile")));
  by("card-does").replaceChildren(target, does);
  dialog.showModal();
}

/** Cards beside each other, to choose one. @param {PlayModel} model @param {number[]} cards @param {Doing} doing */
export function spread(model, cards, doing) {
  by("cards-list").replaceChildren(...[...cards].reverse().map((card) => cardButton(model.faces, cardShown(model, card), [], cardShown(model, card).word, () => {
    by("cards").close();
    doing.enlarge(card, []);
  })));
  by("cards").showModal();
}
