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
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name === "text") made.textContent = String(value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** An element of a drawing. @param {string} tag @param {{[name: string]: string | number}} attributes */
export function drawn(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** One of the signs that the template draws. @param {string} name */
export function sign(name) {
  const made = drawn("svg", { class: "icon", "aria-hidden": "true" });
  made.append(drawn("use", { href: `#i-${name}` }));
  return made;
}

/**
 * A button. @param {string} text @param {() => void} press @param {Properties} [properties] @param {string} [drawn]
 */
export function press(text, press, properties = {}, drawn = "") {
  return make("button", { type: "button", click: press, ...properties }, drawn ? sign(drawn) : null, text ? make("span", { text }) : null);
}

let saidLast = "";

/** Announce a text to screen readers, even if it repeats the last one. @param {string} text */
export function announce(text) {
  saidLast = text === saidLast ? `${text}\u00a0` : text;
  by("said").textContent = saidLast;
}

let toastTimer = 0;

/** Show and say a short remark, which goes away by itself. @param {string} text */
export function remark(text) {
  const toast = by("toast");
  toast.textContent = text;
  toast.hidden = false;
  announce(text);
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { toast.hidden = true; }, 3000 + 50 * text.length);
}

/**
 * Put a text where one may paste it, or let it be shared by the device. @param {string} text
 */
export async function copyText(text) {
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
    if (look === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = look;
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
