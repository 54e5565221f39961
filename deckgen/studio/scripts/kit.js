/* Facts and words of the page, elements whose texts stay texts, announcements, and saving. */

/** The element with this id. @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);
/** @type {Facts} */
export const facts = JSON.parse(by("facts").textContent);

/** Return a phrase in the page's language, its {fields} filled in. @param {string} text @param {{[field: string]: string | number}} [fields] */
export function say(text, fields = {}) {
  return (facts.words[text] ?? text).replace(/\{(\w+)\}/g, (match, name) => String(fields[name] ?? match));
}

/** Return an element. Functions listen to the event of their name, `text` is its text, all else are attributes.
 * @param {string} tag @param {{[name: string]: unknown}} [properties] @param {...(Node | string | null)} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (name === "text") element.textContent = String(value);
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Return a button. @param {string} text @param {(event: Event) => void} click @param {string} [kind] */
export const button = (text, click, kind = "small") => make("button", { type: "button", class: kind, click, text });

/** Return one of the signs that the template draws. @param {string} name @returns {Node} */
export const icon = (name) => document.createRange().createContextualFragment(`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`);

/** Make a text heard by screen readers. @param {string} text */
export function announce(text) {
  by("said").textContent = by("said").textContent === text ? `${text}\u00a0` : text;
}

/** Return a number as the page's language writes it. @param {number} value @param {number} [places] */
export const numberText = (value, places = 0) => value.toLocaleString(facts.language, { minimumFractionDigits: places, maximumFractionDigits: places });

/** Return a size in kB or MB. @param {number} bytes */
export const sizeText = (bytes) => (bytes < 1e6 ? `${numberText(Math.ceil(bytes / 1e3))} kB` : `${numberText(bytes / 1e6, 1)} MB`);

/** Copy a text; the button says so for a moment. @param {string} text @param {HTMLElement} pressed */
export async function copy(text, pressed) {
  await navigator.clipboard.writeText(text).catch(() => prompt(say("Copy this:"), text));
  const label = [...pressed.childNodes];
  pressed.replaceChildren(icon("good"), say("Copied"));
  announce(say("Copied"));
  setTimeout(() => pressed.replaceChildren(...label), 1500);
}

/** Return what the browser remembers under a name, after it was given a `value`; "" if nothing. @param {string} name @param {string} [value] */
export function memory(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`deckgen.${name}`, value);
    return localStorage.getItem(`deckgen.${name}`) ?? "";
  } catch {
    return value ?? ""; // a private window
  }
}

/** Return a message and its remedy as sentences. @param {{message?: string, remedy?: string}} problem */
export function problemText({ message, remedy }) {
  return [message, remedy].map((part) => part && `${part[0].toUpperCase()}${part.slice(1)}.`.replace(/([.?!])\.$/, "$1").replace(/"([^"]*)"/g, "“$1”")).filter(Boolean).join(" ");
}

/** Return problems as the lines of a report. @param {Problem[]} problems */
export function reportText(problems) {
  return problems.map(({ file, line, path, message, remedy }) => `${[file, line, path].filter(Boolean).join(":")}: ${message}${remedy && `; ${remedy}`}`).join("\n");
}
