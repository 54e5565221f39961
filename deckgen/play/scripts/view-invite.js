/*
 * Play together: invitations and answers that people send each other by any chat, who is here, and turns by messages.
 */
import { coded, decoded } from "../../web/scripts/codes.js";
import { Guest, Host, takenOver } from "./host.js";
import { isSide } from "./link.js";
import { hashOf, newSeed } from "./random.js";
import { shortId, stateOfTurn, tellTurn } from "./share.js";
import { nameText } from "./store.js";
import { by, copyText, make, press, remark } from "./view-kit.js";
import { say } from "./words.js";

const STUN = "stun.cloudflare.com:3478";

/** What this page has to do with others. */
export class Together {
  /** @type {Host | Guest | null} */ connection = null;
  /** @type {any} that was read and not answered yet */ #invitation = null;
  /** What is to be sent now. */ #code = "";
  #told = make("p", { class: "problem", role: "alert" });
  #here = make("ul", { class: "here" });

  /** @param {Model} model @param {import("./store.js").Table} table @param {import("./storage.js").Saved} saved
   * @param {Pick<TableDoes, "did" | "changed">} does */
  constructor(model, table, saved, { did, changed }) {
    this.model = model;
    this.table = table;
    this.saved = saved;
    this.does = { did, told: remark, changed: () => { this.#changed(); changed(); } };
    const linked = () => {
      const { hash } = location;
      if (!hash.startsWith("#invite=")) return;
      history.replaceState(null, "", location.pathname + location.search);
      this.open();
      void this.#pasted(decodeURIComponent(hash));
    };
    window.addEventListener("hashchange", linked);
    window.addEventListener("pagehide", () => this.connection?.close());
    setInterval(() => by("invite").open && this.#showHere(), 5000);
    by("together").addEventListener("click", () => this.open());
    by("veil").addEventListener("click", () => by("veil").setAttribute("aria-pressed", String(!this.veilsNext())));
    linked();
  }

  /** Whether the next roll is hidden from guests; asked once. */
  veilsNext() {
    const veils = by("veil").getAttribute("aria-pressed") === "true";
    by("veil").setAttribute("aria-pressed", "false");
    return veils;
  }

  /** Who does what the log names nobody for. */
  get owner() {
    return this.connection?.role === "guest" ? this.connection.host : this.connection?.name ?? "";
  }

  open() {
    if (!this.connection) this.#code = "";
    this.#show();
    if (!by("invite").open) by("invite").showModal();
  }

  get #name() {
    const { model } = this;
    return nameText(by("own-name")?.value ?? this.saved.value("name", "")) || say(model, "A guest");
  }

  #changed() {
    const { connection, table } = this;
    table.remote = connection?.role === "guest" ? (asked) => connection.send(asked) : null;
    if (connection?.role === "guest" && connection.link?.state === "open") this.#code = "";
    by("together").dataset.count = connection ? String(connection.here.filter(({ away }) => !away).length) : "";
    by("veil").hidden = connection?.role !== "host";
    if (by("invite").open) this.#show();
  }

  // What is done

  /** @param {string} [name]  of a guest who comes back */
  async #invite(name = "") {
    const host = this.connection?.role === "host" ? this.connection : new Host(this.model, this.table, this.#name, this.does);
    this.connection = host;
    this.#code = await coded("invite", await host.invite(this.#stun, name));
    this.does.changed();
  }

  get #stun() {
    return by("use-stun")?.checked ? `stun:${STUN}` : "";
  }

  /** Take what somebody sent: an invitation, an answer or a turn. @param {string} text */
  async #pasted(text) {
    const { model, connection } = this;
    const kind = /deckgen-(answer|turn)-/iu.exec(text)?.[1].toLowerCase() ?? "invite";
    const found = await decoded(text, kind);
    if (found.problem) this.#told.textContent = problemText(model, found);
    else if (kind === "turn") this.#told.replaceChildren(...this.#takeTurn(found.data));
    else if (kind === "invite") this.#told.textContent = this.#read(found.data);
    else if (connection?.role !== "host") this.#told.textContent = say(model, "This is an answer: it goes to the page that sent the invitation.");
    else {
      this.#told.textContent = say(model, "Connecting …");
      const problem = await connection.letIn(found.data);
      if (!problem) this.#code = "";
      this.#show(problem);
    }
  }

  /** Read an invitation; what is wrong with it in words. @param {any} invitation */
  #read(invitation) {
    const { model, connection } = this;
    const [name, deck] = [nameText(invitation?.from), String(invitation?.title).slice(0, 80)];
    if (connection?.role === "host" && connection.invited.has(invitation?.id)) return say(model, "This is your own invitation: send it to the one whom you invite.");
    if (invitation?.deck !== shortId(model)) return say(model, "{name} plays another deck: {deck}. Open the page of that deck.", { name, deck });
    if (!isSide(invitation.side)) return problemText(model, { problem: "changed", got: 0, of: 0 });
    this.#invitation = invitation;
    this.#show();
    return "";
  }

  async #answer() {
    const guest = new Guest(this.model, this.table, nameText(this.#invitation.name) || this.#name, this.does);
    const answer = await guest.answer(this.#invitation, this.#stun);
    this.connection?.close();
    this.connection = guest;
    this.#invitation = null;
    this.#code = await coded("answer", answer);
    this.does.changed();
  }

  /** Leave the table: to one's own game, or on from what one saw. @param {boolean} [on] */
  #leave(on = false) {
    const { connection, table, model, saved } = this;
    this.connection = null;
    this.#code = "";
    connection?.close();
    table.remote = null;
    if (connection?.role === "guest") table.take(on ? takenOver(model, table.now, newSeed()) : saved.open(newSeed()));
    this.does.changed();
  }

  // Turns by messages

  async #copyTurn() {
    const { model } = this;
    const [turn, last, name] = [tellTurn(this.table.now), this.saved.value("turn", NO_TURN), this.#name];
    const number = last.mark === markOf(turn) ? last.number : last.number + 1;
    this.saved.keepValue("turn", { number, mark: markOf(turn), by: name });
    const { note } = turn.last;
    const told = [say(model, "Turn {number}, {name}", { number, name }), ...(note?.title ? [note.title, note.text] : [])].join(": ");
    this.#code = `${told}\n${await coded("turn", { deck: shortId(this.model), number, by: name, turn })}`;
    this.#show();
  }

  /** Take a turn, or ask which one counts; what is wrong with it. @param {any} data @returns {(string | Node)[]} */
  #takeTurn(data) {
    const { model, table, saved } = this;
    if (this.connection) return [say(model, "You are at a table: leave it to play by messages.")];
    const state = data?.deck === shortId(model) ? stateOfTurn(model, table.now, data.turn) : null;
    if (!state || !Number.isInteger(data.number)) return [say(model, "This turn is of another deck.")];
    const [mark, last, { number }, name] = [markOf(tellTurn(state)), saved.value("turn", NO_TURN), data, nameText(data.by)];
    if (mark === last.mark && name === last.by) return [say(model, "This turn is here already.")];
    const take = () => {
      saved.keepValue("turn", { number, mark, by: name });
      table.take(state, true);
      this.#show();
      remark(say(model, "This is turn {number}, of {name}.", { number, name }));
    };
    const played = last.number && markOf(tellTurn(table.now)) !== last.mark ? 1 : 0;
    if (number <= last.number + played) {
      return [say(model, "There are two turns {number}: yours, and that of {name}. Whose counts?", { number, name }), " ",
        press(name, take, { class: "small" }), " ", press(say(model, "Mine"), () => this.#show(), { class: "small" })];
    }
    take();
    return [];
  }

  // What is shown

  #showHere() {
    const { model } = this;
    const again = (/** @type {string} */ name) => press(say(model, "Invite again"), () => void this.#invite(name), { class: "small" });
    this.#here.replaceChildren(...(this.connection?.here ?? []).map(({ name, away }) => make("li", { class: away ? "away" : "" }, make("b", { text: name }),
      away ? make("small", { text: say(model, "away {seconds} s, keeps the place", { seconds: away }) }) : null,
      away && this.connection?.role === "host" ? again(name) : null)));
  }

  /** @param {string} [problem] */
  #show(problem = "") {
    this.#told.textContent = problem;
    this.#showHere();
    const { connection } = this;
    const shown = this.#invitation ? this.#answerParts() : !connection ? this.#firstParts() : connection.role === "host" ? this.#hostParts() : this.#guestParts(connection);
    const body = by("invite-body");
    const inside = body.contains(document.activeElement);
    body.replaceChildren(this.#here, this.#told, ...shown.filter((each) => each !== null));
    if (inside && !body.contains(document.activeElement)) body.querySelector("textarea,input,button").focus(); // what had the focus is gone
  }

  #firstParts() {
    const { model } = this;
    return [this.#namePart(), press(say(model, "Send an invitation"), () => void this.#invite(), { class: "main" }), this.#stunPart(),
      this.#pastePart(say(model, "Paste an invitation, or a turn")), make("h3", { text: say(model, "Play by messages") }),
      make("p", { class: "hint", text: say(model, "A turn is the whole table as a text: paste the last one, play, and send yours. It hides nothing: all cards can be found in it.") }),
      this.#code ? this.#sendPart(say(model, "Your turn")) : press(say(model, "Make my turn"), () => void this.#copyTurn(), {}, "copy")];
  }

  #answerParts() {
    const { model } = this;
    const { from, name } = this.#invitation;
    return [make("h3", { text: say(model, "{name} invites you", { name: nameText(from) }) }), make("p", { text: say(model, "The same deck.") }),
      name ? make("p", { text: nameText(name) }) : this.#namePart(), this.#stunPart(),
      press(say(model, "Make the answer"), () => void this.#answer(), { class: "main" })];
  }

  #hostParts() {
    const { model } = this;
    return [...(this.#code ? [this.#sendPart(say(model, "Invitation")), make("p", { class: "hint", text: say(model, "It is for one person, and works while this page is open.") }),
      this.#pastePart(say(model, "Paste the answer"))] : [press(say(model, "Invite another"), () => void this.#invite(), { class: "main" })]),
    this.#stunPart(), press(say(model, "End this table"), () => this.#leave())];
  }

  /** @param {Guest} guest */
  #guestParts({ host: name, link }) {
    const { model } = this;
    const closed = link?.state === "closed";
    const told = closed ? say(model, "The line to {name} has ended. You see the last of the table: ask for a new invitation, or go on by messages.", { name })
      : this.#code ? say(model, "Waiting for {name}: keep this page open. If nothing happens within 15 s after your answer is pasted, try one Wi-Fi for both, or play by messages.", { name })
        : say(model, "This is the table of {name}.", { name });
    return [this.#code ? this.#sendPart(say(model, "Send your answer to {name}", { name })) : null, make("p", { text: told }),
      closed ? this.#pastePart(say(model, "Paste an invitation, or a turn")) : null,
      closed ? press(say(model, "Go on by messages"), () => this.#leave(true)) : null, press(say(model, "Leave the table"), () => this.#leave())];
  }

  /** What is to be sent; an invitation is a link where the page has an address that others can open. @param {string} label */
  #sendPart(label) {
    const { model } = this;
    const text = location.protocol.startsWith("http") && this.#code.startsWith("deckgen-invite") ? `${location.href.split("#")[0]}#invite=${this.#code}` : this.#code;
    const copy = async () => remark(await copyText(text) ? say(model, "It is copied: send it.") : say(model, "Copying is not allowed here."));
    return make("div", {}, make("h3", { text: label }), make("textarea", { readonly: true, rows: 4, "aria-label": label, class: "code" }, text),
      make("p", { class: "row" }, press(say(model, "Copy"), copy, { class: "main" }, "copy"),
        "share" in navigator ? press(say(model, "Send"), () => void navigator.share({ text }).catch(() => null), {}, "share") : null));
  }

  /** @param {string} label */
  #pastePart(label) {
    const { model } = this;
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 3, "aria-label": label, id: "paste-code", class: "code", autocomplete: "off", spellcheck: "false" }));
    return make("div", {}, make("h3", { text: label }), area, press(say(model, "Open"), () => void this.#pasted(area.value)));
  }

  #namePart() {
    const { model } = this;
    return make("label", { class: "row" }, say(model, "Your name"), make("input", {
      id: "own-name", maxlength: 40, autocomplete: "off", value: this.saved.value("name", ""), change: () => this.saved.keepValue("name", this.#name),
    }));
  }

  #stunPart() {
    const { model } = this;
    return make("details", {}, make("summary", { text: say(model, "We are not in the same house") }), make("label", { class: "tick" },
      make("input", { type: "checkbox", id: "use-stun" }), make("span", { text: say(model, "Find each other through {server}. It learns the internet addresses of both of you, and nothing else. Without it you meet in one home network only. Both of you tick this.", { server: STUN }) })));
  }
}

/** The last turn that was sent or taken. */
const NO_TURN = { number: 0, mark: 0, by: "" };

/** @param {any} turn */
function markOf(turn) {
  return hashOf(JSON.stringify(turn));
}

/** @param {Model} model @param {{problem: string, got: number, of: number}} found */
function problemText(model, { problem, got, of }) {
  return {
    none: say(model, "There is no code in this text: copy all of the message."),
    cut: say(model, "The code is cut off: {got} of {of} letters arrived. Ask for all of it, down to the last line.", { got, of }),
    doubled: say(model, "There are two codes in this text: paste one."),
    version: say(model, "This code is of another version of this page: open the same page, both of you."),
  }[problem] ?? say(model, "Letters of this code were changed on the way: copy it again.");
}
