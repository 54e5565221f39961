/*
 * Facts and words of the page, elements whose texts stay texts, announcements, and saving.
 */

/** The element with this id. @param {string} id @returns {any} */
export function by(id) {
  return document.getElementById(id);
}

/** @type {Facts} */
export const facts = JSON.parse(by("facts").textContent);

/** Return a phrase in the page's language, its {fields} filled in. @param {string} text @param {{[field: string]: string | number}} [fields] */
export function say(text, fields = {}) {
  return (facts.words[text] ?? text).replace(/\{(\w+)\}/g, (match, name) => String(fields[name] ?? match));
}

/** Return an element. Functions listen to the event of their name, `text` is its text, all else are attributes.
 * @param {string} tag @param {Properties} [properties] @param {...(Node | string | null)} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (name === "text") element.textContent = String(value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Return one of the signs that the template draws. @param {string} name */
export function icon(name) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`;
  return /** @type {Element} */ (template.content.firstElementChild);
}

/** Return a text's parts, with `**bold**` ones in bold. @param {string} text @returns {(Node | string)[]} */
export function rich(text) {
  return text.split("**").map((part, at) => (at % 2 ? make("b", { text: part }) : part));
}

/** Make a text heard by screen readers. @param {string} text */
export function announce(text) {
  by("said").textContent = by("said").textContent === text ? `${text}\u00a0` : text;
}

/** Return a size in kB or MB. @param {number} bytes */
export function sizeText(bytes) {
  const [unit, size] = bytes < 1e6 ? ["kilobyte", Math.ceil(bytes / 1e3)] : ["megabyte", bytes / 1e6];
  return new Intl.NumberFormat(facts.language, { style: "unit", unit, maximumFractionDigits: 1 }).format(size);
}

/** Return a number as the page's language writes it. @param {number} value @param {number} [places] */
export function numberText(value, places = 0) {
  return new Intl.NumberFormat(facts.language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
}

/** Copy a text; the button says so for a moment. @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "hide" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  const label = [...button.childNodes];
  button.replaceChildren(icon("good"), say("Copied"));
  announce(say("Copied"));
  setTimeout(() => button.replaceChildren(...label), 1500);
}

/** Save bytes as a file. @param {Uint8Array<ArrayBuffer>} bytes @param {string} name */
export function save(bytes, name) {
  const url = URL.createObjectURL(new Blob([bytes]));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What the browser remembers of this page; nothing where it does not. */
export const memory = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`deckgen.${name}`) ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      localStorage.setItem(`deckgen.${name}`, value);
    } catch {
      // a private window
    }
  },
};

/** Return a problem as one sentence with its remedy. @param {Problem} problem */
export function problemText({ message, remedy }) {
  return [message, remedy].filter(Boolean).map((part) => part[0].toUpperCase() + part.slice(1).replace(/\.$/, "")).join(". ") + ".";
}

/** Return problems as the lines of a report. @param {Problem[]} problems */
export function reportText(problems) {
  return problems.map(({ file, line, path, message, remedy }) => `${[file, line, path].filter(Boolean).join(":")}: ${[message, remedy].filter(Boolean).join("; ")}`).join("\n");
}
