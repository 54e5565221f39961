/*
 * The hands of the players, and what can be done with a card that one taps.
 */

import { placeAt } from "./places.js";
import { placeOf } from "./store.js";
import { cardButton, frontOf, placeUnder } from "./view-card.js";
import { askName, by, make, press } from "./view-kit.js";
import { say } from "./words.js";

/** @param {PlayModel} model @param {State} state @param {Doing} doing */
export function showHands(model, state, doing) {
  const players = by("persons");
  const keep = new Map([...players.querySelectorAll("[data-card]")].map((each) => [/** @type {HTMLElement} */ (each).dataset.card, each]));
  const made = state.people.map((hand, at) => {
    const named = (/** @type {string} */ text) => ({ class: "small", "aria-label": `${hand.name}: ${text}`, "data-focus": `${text}-${at}` });
    const rename = () => askName(say(model, "Rename"), hand.name, (name) => doing.act({ do: "rename", person: at, name }));
    const head = make("header", {}, make("h3", { text: hand.name }), make("span", { class: "count", text: String(hand.cards.length) }),
      press("", rename, { ...named(say(model, "Rename")), class: "plain", title: say(model, "Rename") }, "pen"),
      press("", () => doing.act({ do: "leave", person: at }), { ...named(say(model, "Remove")), class: "plain", title: say(model, "Remove") }, "close"));
    const does = make("p", { class: "row" },
      state.source === "own" ? null : press(say(model, "Deal a card"), () => doing.act({ do: "deal", to: at }), named(say(model, "Deal a card")), "draw"));
    const cards = make("div", { class: "fan" });
    for (const card of hand.cards) {
      cards.append(keep.get(String(card)) ?? cardButton(model.faces, model.cards[card], [], model.cards[card].word, () => doing.enlarge(card, [])));
    }
    return make("section", { class: "hand", "aria-label": hand.name }, head, cards, does);
  });
  if (!made.length) made.push(make("p", { class: "hint", text: say(model, "Nobody holds cards yet. Add a player for each hand, and deal.") }));
  players.replaceChildren(...made);
}

/** Ask for a player's name. @param {Model} model @param {State} state @param {Doing} doing */
export function addPlayer(model, state, doing) {
  const name = say(model, "Player {number}", { number: String(state.people.length + 1) });
  askName(say(model, "Add a player"), name, (given) => doing.act({ do: "join", name: given }));
}

/** A card as large as the screen, its places to tap on, and what can be done with it where it lies.
 * @param {PlayModel} model @param {State} state @param {number} number @param {Mark[]} marks @param {Doing} doing */
export function enlarge(model, state, number, marks, doing) {
  const { faces } = model;
  const card = model.cards[number];
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
  by("cards-list").replaceChildren(...[...cards].reverse().map((card) => cardButton(model.faces, model.cards[card], [], model.cards[card].word, () => {
    by("cards").close();
    doing.enlarge(card, []);
  })));
  by("cards").showModal();
}
