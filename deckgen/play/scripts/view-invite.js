/*
 * Play together: invitations and answers that people send each other by any chat, who is here, and turns by messages.
 */
import { coded, decoded } from "../../web/scripts/codes.js";
import { Guest, Host, takenOver } from "./host.js";
import { isSide } from "./link.js";
import { hashOf, newSeed } from "./random.js";
import { shortId, stateOfTurn, tellTurn } from "./share.js";
import { nameText } from "./store.js";
import { by, make, press, remark, sendButtons } from "./view-kit.js";
import { say } from "./words.js";

const STUN = "stun.cloudflare.com:3478";
/** The last turn that was sent or taken. */
const NO_TURN = { number: 0, mark: 0, by: "" };
const markOf = (/** @type {any} */ turn) => hashOf(JSON.stringify(turn));

/** What this page has to do with others: `connection` to a table, `owner` of what the log names nobody for, and
 * `veilsNext`, whether the next roll is hidden from guests, which is asked once.
 * @param {Model} model @param {import("./store.js").Table} table @param {import("./storage.js").Saved} saved
 * @param {Pick<TableDoes, "did" | "changed">} page */
export function playTogether(model, table, saved, page) {
  /** @type {Host | Guest | null} */ let connection = null;
  /** @type {any} that was read and not answered yet */ let invitation = null;
  let code = ""; // what is to be sent now
  const told = make("p", { class: "problem", role: "alert" });
  const here = make("ul", { class: "here" });
  const ownName = () => nameText(by("own-name")?.value ?? saved.value("name", "")) || say(model, "A guest");
  const stun = () => (by("use-stun")?.checked ? `stun:${STUN}` : "");
  const does = { did: page.did, told: remark, changed };

  function changed() {
    const { role, here: all } = connection ?? { here: [] };
    table.remote = connection?.role === "guest" ? connection.send.bind(connection) : null;
    if (connection?.role === "guest" && connection.link?.state === "open") code = "";
    by("together").dataset.count = role ? String(all.filter(({ away }) => !away).length) : "";
    by("veil").hidden = role !== "host";
    if (by("invite").open) show();
    page.changed();
  }

  // What is done

  /** @param {string} [name]  of a guest who comes back */
  async function invite(name = "") {
    const host = connection?.role === "host" ? connection : new Host(model, table, ownName(), does);
    connection = host;
    code = await coded("invite", await host.invite(stun(), name));
    changed();
  }

  async function answer() {
    const guest = new Guest(model, table, nameText(invitation.name) || ownName(), does);
    const side = await guest.answer(invitation, stun());
    connection?.close();
    [connection, invitation, code] = [guest, null, await coded("answer", side)];
    changed();
  }

  /** Leave the table: to one's own game, or on from what one saw. @param {boolean} [on] */
  function leave(on = false) {
    const left = connection;
    [connection, code] = [null, ""];
    left?.close();
    table.remote = null;
    if (left?.role === "guest") table.take(on ? takenOver(model, table.now, newSeed()) : saved.open(newSeed()));
    changed();
  }

  /** Take what somebody sent: an invitation, an answer or a turn. @param {string} text */
  async function pasted(text) {
    const kind = /deckgen-(answer|turn)-/iu.exec(text)?.[1].toLowerCase() ?? "invite";
    const found = await decoded(text, kind);
    if (found.problem) told.textContent = problemText(model, found);
    else if (kind === "turn") told.replaceChildren(...turnTaken(found.data));
    else if (kind === "invite") told.textContent = invited(found.data);
    else if (connection?.role !== "host") told.textContent = say(model, "This is an answer: it goes to the page that sent the invitation.");
    else {
      told.textContent = say(model, "Connecting …");
      const problem = await connection.letIn(found.data);
      if (!problem) code = "";
      show(problem);
    }
  }

  /** Read an invitation; what is wrong with it in words. @param {any} read */
  function invited(read) {
    const [name, deck] = [nameText(read?.from), String(read?.title).slice(0, 80)];
    if (connection?.role === "host" && connection.invited.has(read?.id)) return say(model, "This is your own invitation: send it to the one whom you invite.");
    if (read?.deck !== shortId(model)) return say(model, "{name} plays another deck: {deck}. Open the page of that deck.", { name, deck });
    if (!isSide(read.side)) return problemText(model, { problem: "changed", got: 0, of: 0 });
    invitation = read;
    show();
    return "";
  }

  async function makeTurn() {
    const [turn, last, name] = [tellTurn(table.now), saved.value("turn", NO_TURN), ownName()];
    const number = last.mark === markOf(turn) ? last.number : last.number + 1;
    saved.keepValue("turn", { number, mark: markOf(turn), by: name });
    const { note } = turn.last;
    const line = [say(model, "Turn {number}, {name}", { number, name }), ...(note?.title ? [note.title, note.text] : [])].join(": ");
    code = `${line}\n${await coded("turn", { deck: shortId(model), number, by: name, turn })}`;
    show();
  }

  /** Take a turn, or ask which one counts; what is wrong with it. @param {any} data @returns {(string | Node)[]} */
  function turnTaken(data) {
    if (connection) return [say(model, "You are at a table: leave it to play by messages.")];
    const state = data?.deck === shortId(model) ? stateOfTurn(model, table.now, data.turn) : null;
    if (!state || !Number.isInteger(data.number)) return [say(model, "This turn is of another deck.")];
    const [mark, last, { number }, name] = [markOf(tellTurn(state)), saved.value("turn", NO_TURN), data, nameText(data.by)];
    if (mark === last.mark && name === last.by) return [say(model, "This turn is here already.")];
    const take = () => {
      saved.keepValue("turn", { number, mark, by: name });
      table.take(state, true);
      show();
      remark(say(model, "This is turn {number}, of {name}.", { number, name }));
    };
    const played = last.number && markOf(tellTurn(table.now)) !== last.mark ? 1 : 0;
    if (number <= last.number + played) {
      return [say(model, "There are two turns {number}: yours, and that of {name}. Whose counts?", { number, name }), " ",
        press(name, take, { class: "small" }), " ", press(say(model, "Mine"), () => show(), { class: "small" })];
    }
    take();
    return [];
  }

  // What is shown

  function showHere() {
    const again = (/** @type {string} */ name) => press(say(model, "Invite again"), () => void invite(name), { class: "small" });
    here.replaceChildren(...(connection?.here ?? []).map(({ name, away }) => make("li", { class: away ? "away" : "" }, make("b", { text: name }),
      away ? make("small", { text: say(model, "away {seconds} s, keeps the place", { seconds: away }) }) : null, away && connection?.role === "host" ? again(name) : null)));
  }

  function show(problem = "") {
    told.textContent = problem;
    showHere();
    const parts = invitation ? answerParts() : !connection ? firstParts() : connection.role === "host" ? hostParts() : guestParts(connection);
    const [body, typed] = [by("invite-body"), by("paste-code")?.value ?? ""];
    const inside = body.contains(document.activeElement);
    body.replaceChildren(here, told, ...parts.filter((each) => each !== null));
    if (by("paste-code")) by("paste-code").value = typed;
    if (inside && !body.contains(document.activeElement)) body.querySelector("textarea,input,button").focus(); // what had the focus is gone
  }

  function firstParts() {
    const connects = "RTCPeerConnection" in window;
    return [namePart(), connects ? press(say(model, "Send an invitation"), () => void invite(), { class: "main" }) : null, connects ? stunPart() : null,
      pastePart(say(model, "Paste an invitation, or a turn")), make("h3", { text: say(model, "Play by messages") }),
      make("p", { class: "hint", text: say(model, "A turn is the whole table as a text: paste the last one, play, and send yours. It hides nothing: all cards can be found in it.") }),
      code ? sendPart(say(model, "Your turn")) : press(say(model, "Make my turn"), () => void makeTurn(), {}, "copy")];
  }

  function answerParts() {
    return [make("h3", { text: say(model, "{name} invites you", { name: nameText(invitation.from) }) }), make("p", { text: say(model, "The same deck.") }),
      invitation.name ? make("p", { text: nameText(invitation.name) }) : namePart(), stunPart(), press(say(model, "Make the answer"), () => void answer(), { class: "main" })];
  }

  function hostParts() {
    const hint = make("p", { class: "hint", text: say(model, "It is for one person, and works while this page is open.") });
    const waits = [sendPart(say(model, "Invitation")), hint, pastePart(say(model, "Paste the answer"))];
    return [...(code ? waits : [press(say(model, "Invite another"), () => void invite(), { class: "main" })]), stunPart(), press(say(model, "End this table"), () => leave())];
  }

  /** @param {Guest} guest */
  function guestParts({ host: name, link }) {
    const closed = link?.state === "closed";
    const words = closed ? say(model, "The line to {name} has ended. You see the last of the table: ask for a new invitation, or go on by messages.", { name })
      : code ? say(model, "Waiting for {name}: keep this page open. If nothing happens within 15 s after your answer is pasted, try one Wi-Fi for both, or play by messages.", { name })
        : say(model, "This is the table of {name}.", { name });
    return [code ? sendPart(say(model, "Send your answer to {name}", { name })) : null, make("p", { text: words }),
      closed ? pastePart(say(model, "Paste an invitation, or a turn")) : null, closed ? press(say(model, "Go on by messages"), () => leave(true)) : null,
      press(say(model, "Leave the table"), () => leave())];
  }

  /** What is to be sent; an invitation is a link where the page has an address that others can open. @param {string} label */
  function sendPart(label) {
    const text = location.protocol.startsWith("http") && code.startsWith("deckgen-invite") ? `${location.href.split("#")[0]}#invite=${code}` : code;
    const buttons = sendButtons(model, () => text, say(model, "It is copied: send it."), { class: "main" });
    return make("div", {}, make("h3", { text: label }), make("textarea", { readonly: true, rows: 4, "aria-label": label, class: "code" }, text),
      make("p", { class: "row" }, ...buttons));
  }

  /** @param {string} label */
  function pastePart(label) {
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 3, "aria-label": label, id: "paste-code", class: "code", autocomplete: "off", spellcheck: "false" }));
    return make("div", {}, make("h3", { text: label }), area, press(say(model, "Open"), () => void pasted(area.value)));
  }

  const namePart = () => make("label", { class: "row" }, say(model, "Your name"), make("input", {
    id: "own-name", maxlength: 40, autocomplete: "off", value: saved.value("name", ""), change: () => saved.keepValue("name", ownName()) }));

  const stunPart = () => make("details", {}, make("summary", { text: say(model, "We are not in the same house") }), make("label", { class: "tick" },
    make("input", { type: "checkbox", id: "use-stun" }), make("span", { text: say(model, "Find each other through {server}. It learns the internet addresses of both of you, and nothing else. Without it you meet in one home network only. Both of you tick this.", { server: STUN }) })));

  function open() {
    if (!connection) code = "";
    show();
    if (!by("invite").open) by("invite").showModal();
  }

  /** An invitation may be in the page's address. */
  function linked() {
    const { hash } = location;
    if (!hash.startsWith("#invite=")) return;
    history.replaceState(null, "", location.pathname + location.search);
    open();
    void pasted(decodeURIComponent(hash));
  }

  function veilsNext() {
    const veils = by("veil").getAttribute("aria-pressed") === "true";
    by("veil").setAttribute("aria-pressed", "false");
    return veils;
  }

  window.addEventListener("hashchange", linked);
  window.addEventListener("pagehide", () => connection?.close());
  setInterval(() => by("invite").open && showHere(), 5000);
  by("together").addEventListener("click", open);
  by("veil").addEventListener("click", () => by("veil").setAttribute("aria-pressed", String(!veilsNext())));
  linked();
  const owner = () => (connection?.role === "guest" ? connection.host : connection?.name) ?? "";
  return { veilsNext, get connection() { return connection; }, get owner() { return owner(); } };
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
