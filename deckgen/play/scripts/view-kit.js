/*
 * What every view is made with: elements whose texts are always texts, signs, words of the page, and announcements.
 */

import { say } from "./words.js";

/** The element of that id, which the template has. @param {string} id @returns {any} */
export function by(id) {
  return document.getElementById(id);
}

/** An element. Properties that are functions listen to the event of their name, others are attributes (`text`: what
 * stands in it); false, null and undefined are left out. Children that are texts stay texts.
 * @param {string} tag @param {Properties} [properties] @param {...(Node | string | null)} children
 * @returns {HTMLElement} */
export function make(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** An element of a drawing. @param {string} tag @param {Properties} properties @param {...Node} children */
export function drawn(tag, properties, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/** @template {Element} T @param {T} made @param {Properties} properties @param {(Node | string | null)[]} children */
function filled(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name === "text") made.textContent = String(value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** One of the signs that the template draws. @param {string} name */
export function sign(name) {
  return drawn("svg", { class: "icon", "aria-hidden": "true" }, drawn("use", { href: `#i-${name}` }));
}

/** A button. @param {string} text @param {() => void} press @param {Properties} [properties] @param {string} [drawn] */
export function press(text, press, properties = {}, drawn = "") {
  return make("button", { type: "button", click: press, ...properties }, drawn ? sign(drawn) : null, make("span", { text }));
}

/** Choices beside each other: of one, or with `type` "checkbox" of several. @param {string} name @param {string[][]} options
 * values and words @param {unknown[]} chosen @param {(value: string) => void} change @param {Properties} [properties] */
export function segments(name, options, chosen, change, { type = "radio", ...properties } = {}) {
  return make("span", { class: "segments", ...properties }, ...options.map(([value, text]) => {
    const input = make("input", { type, name, value, checked: chosen.includes(value), change: () => change(value) });
    return make("label", {}, input, make("span", { text }));
  }));
}

/** A list to choose from. @param {string} label @param {string[][]} options  values and words @param {string} chosen
 * @param {(value: string) => void} change */
export function choices(label, options, chosen, change) {
  const list = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": label, change: () => change(list.value) }));
  list.append(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  return list;
}

/** Announce a text to screen readers, even if it repeats the last one. @param {string} text */
export function announce(text) {
  by("said").textContent = by("said").textContent === text ? `${text}\u00a0` : text;
}

/** What is done a while after it was last asked for. @param {() => void} todo */
export function delayed(todo) {
  let timer = 0;
  return (/** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = window.setTimeout(todo, wait);
  };
}

const endRemark = delayed(() => { by("toast").hidden = true; });

/** Show and say a short remark, which goes away by itself. @param {string} text */
export function remark(text) {
  by("toast").textContent = text;
  by("toast").hidden = false;
  announce(text);
  endRemark(3000 + 50 * text.length);
}

/** Put a text where one may paste it, and say so. @param {Model} model @param {string} text @param {string} words */
export async function copyText(model, text, words) {
  remark(await isCopied(text) ? words : say(model, "Copying is not allowed here."));
}

/** Buttons that copy a text, and that share it where the device can. @param {Model} model @param {() => string} text
 * @param {string} words  said once it is copied @param {Properties} [properties] */
export function sendButtons(model, text, words, properties) {
  const share = () => void navigator.share({ text: text() }).catch(() => null);
  return [
    press(say(model, "Copy"), () => void copyText(model, text(), words), properties, "copy"),
    press(say(model, "Send"), share, { hidden: !("share" in navigator) }, "share"),
  ];
}

/** @param {string} text */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { class: "hidden", "aria-hidden": "true" }));
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus();
    return done;
  }
}

/** @type {(() => void)[]} */
let lateWork = [];

/** Do it once what matters is on the screen. @param {() => void} todo */
export function later(todo) {
  lateWork.push(todo);
  if (lateWork.length === 1) requestAnimationFrame(() => setTimeout(workLate));
}

/** One thing after the other, so that a tap in between is heard. */
function workLate() {
  lateWork.shift()?.();
  if (lateWork.length) setTimeout(workLate);
}

/** Ask for a name, or what `more` says. @param {string} title @param {string} before @param {(name: string) => void} then @param {...Node} more */
export function askName(title, before, then, ...more) {
  const dialog = by("ask-name");
  const input = by("name-input");
  by("ask-name-title").textContent = title;
  input.value = before;
  by("name-more").replaceChildren(...more);
  dialog.querySelector("form").onsubmit = () => {
    if (input.value.trim()) then(input.value.trim());
  };
  dialog.showModal();
  input.select();
}

const LOOKS = ["auto", "light", "dark"];

/** Let the page's look be chosen, light, dark or as the device is, and dialogs be closed by a tap beside them.
 * @param {Model} model @param {import("./storage.js").Saved} saved */
export function connectLook(model, saved) {
  const button = by("look");
  const show = (/** @type {string} */ look) => {
    document.documentElement.dataset.theme = look;
    button.querySelector("use").setAttribute("href", `#i-${look}`);
    button.title = look === "light" ? say(model, "Light") : look === "dark" ? say(model, "Dark") : say(model, "As the device");
    button.dataset.look = look;
  };
  show(saved.value("look", "auto"));
  button.addEventListener("click", () => {
    show(LOOKS[(LOOKS.indexOf(button.dataset.look) + 1) % LOOKS.length]);
    saved.keepValue("look", button.dataset.look);
    remark(button.title);
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || /** @type {HTMLElement} */ (target).closest(".close")) dialog.close();
    });
  }
}
