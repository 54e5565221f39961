/*
 * Elements of a page, of the kind that is asked for.
 */

/**
 * All elements of that name and kind, in the order of the page.
 * @template {Element} T
 * @param {string} name
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 */
export function all(name, kind, within = document) {
  return /** @type {T[]} */ ([...within.querySelectorAll(name)].filter((each) => each instanceof kind));
}

/**
 * The element that the page has there.
 * @template {HTMLElement} T
 * @param {string} name
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function one(name, kind, within = document) {
  const found = within.querySelector(name);
  if (!(found instanceof kind)) throw new Error(`the page has no ${name}`);
  return found;
}
