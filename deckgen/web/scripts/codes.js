/*
 * Data as one word that is sent by any chat: "deckgen-invite-1:640.9f3e:eNqr…" is an invitation of version 1, whose 640
 * letters (base64url of deflated JSON) have the checksum 9f3e.
 */

const CODE = /deckgen-([a-z]{1,12})-(\d{1,3}):(\d{1,6})\.([0-9a-f]{4}):/giu;
/** What chats and letters put between the lines of a text. */
const GAPS = /[\s>\u00ad\u200b-\u200f\u2060\ufeff]+/gu;
const VERSION = 1;
const MOST_LETTERS = 68_000;
const MOST_BYTES = 1_000_000;

/**
 * Data as a code of a kind.
 *
 * @param {"invite" | "answer" | "turn" | "person"} kind
 * @param {unknown} data
 */
export async function coded(kind, data) {
  const packed = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const body = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `deckgen-${kind}-${VERSION}:${body.length}.${checkOfLetters(body)}:${body}`;
}

/**
 * The data of a code in a message, or what is wrong: no code is there ("none"), it is "cut" (`got` of `of` letters are
 * there), two different ones are there ("doubled"), letters were "changed", it is of another "version" or `kind`.
 *
 * @param {string} text
 * @param {string} kind
 * @returns {Promise<{data: any, problem: "", kind: string, got: number, of: number}
 *   | {data: null, problem: "none" | "cut" | "doubled" | "changed" | "version" | "kind", kind: string, got: number, of: number}>}
 */
export async function decoded(text, kind) {
  const whole = text.slice(0, 4 * MOST_LETTERS).replace(GAPS, "");
  const found = [...whole.matchAll(CODE)];
  if (!found.length) return { data: null, problem: "none", kind: "", got: 0, of: 0 };
  const parts = found.map((each, at) => whole.slice(each.index + each[0].length, found[at + 1]?.index));
  const [, name, version, size, check] = found[0];
  const of = Number(size);
  const [letters] = /^[\w-]*/u.exec(parts[0]) ?? [""];
  const body = letters.slice(0, of);
  const wrong = { data: null, kind: name.toLowerCase(), got: body.length, of };
  if (Number(version) !== VERSION) return { ...wrong, problem: "version" };
  if (wrong.kind !== kind) return { ...wrong, problem: "kind" };
  if (found.some((each, at) => each[0] !== found[0][0] || !parts[at].startsWith(body))) return { ...wrong, problem: "doubled" };
  if (body.length < of) return { ...wrong, problem: "cut" };
  if (of > MOST_LETTERS || checkOfLetters(body) !== check.toLowerCase()) return { ...wrong, problem: "changed" };
  try {
    return { ...wrong, data: JSON.parse(await unpacked(body)), problem: "" };
  } catch {
    return { ...wrong, problem: "changed" };
  }
}

/** The text of a code's letters; fails where it is none, or too long. @param {string} body */
async function unpacked(body) {
  const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
  return text + decoder.decode();
}

/** FNV-1a of letters, folded to four hexadecimal digits. @param {string} letters */
function checkOfLetters(letters) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < letters.length; at += 1) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16).padStart(4, "0");
}
