/*
 * Zip files whose members are stored as they are, and the files of a folder.
 */
import { say, sizeText } from "./kit.js";

const MAX_FILES = 2000;
const MAX_BYTES = 20e6;
/** 1980-01-01, the first day that a zip knows: the same files make the same zip. */
const FIRST_DAY = 0x21;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Return numbers as bytes, little end first. @param {[number, 2 | 4][]} fields  value and length */
function packed(fields) {
  const bytes = new DataView(new ArrayBuffer(fields.reduce((length, [, size]) => length + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) bytes.setUint16(at, value, true);
    else bytes.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(bytes.buffer);
}

/** Return files as a zip. @param {{name: string, bytes: Uint8Array}[]} files */
export function zip(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const label = new TextEncoder().encode(name);
    /** @type {[number, 2 | 4][]} */
    const fields = [[20, 2], [0x800, 2], [0, 2], [0, 2], [FIRST_DAY, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [label.length, 2], [0, 2]];
    directory.push(packed([[0x02014b50, 4], [20, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), label);
    parts.push(packed([[0x04034b50, 4], ...fields]), label, bytes);
    at += 30 + label.length + bytes.length;
  }
  const size = directory.reduce((length, part) => length + part.length, 0);
  const end = packed([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [at, 4], [0, 2]]);
  const all = new Uint8Array(at + size + end.length);
  let next = 0;
  for (const part of [...parts, ...directory, end]) {
    all.set(part, next);
    next += part.length;
  }
  return all;
}

/** Yield the files below a handle. @param {FileSystemHandle} handle @param {string} path @returns {AsyncGenerator<PickedFile>} */
async function* below(handle, path) {
  if (handle instanceof FileSystemFileHandle) yield { path, file: await handle.getFile() };
  else if (handle instanceof FileSystemDirectoryHandle && !handle.name.startsWith(".")) {
    for await (const child of handle.values()) yield* below(child, `${path}/${child.name}`);
  }
}

/** Yield the files below an entry that was dropped. @param {any} entry @returns {AsyncGenerator<PickedFile>} */
async function* dropped(entry) {
  if (entry.isFile) yield { path: entry.fullPath.slice(1), file: await new Promise((done, failed) => entry.file(done, failed)) };
  else if (!entry.name.startsWith(".")) {
    const reader = entry.createReader();
    for (let some = [0]; some.length; ) {
      some = await new Promise((done, failed) => reader.readEntries(done, failed));
      for (const child of some) yield* dropped(child);
    }
  }
}

/** Yield all files of handles, entries or files. @param {any[]} sources @returns {AsyncGenerator<PickedFile>} */
async function* filesOf(sources) {
  for (const source of sources) {
    if (source instanceof File) yield { path: source.webkitRelativePath || source.name, file: source };
    else yield* source.createReader || source.isFile ? dropped(source) : below(source, source.name);
  }
}

/** Return a game's zip, made of its files if it is none, and how many files were left out because they are hidden.
 * Throws an Error in plain words for too many files or too large ones. @param {any[]} sources */
export async function readSources(sources) {
  const files = [];
  let hidden = 0;
  let size = 0;
  for await (const { path, file } of filesOf(sources)) {
    if (/(^|\/)(\.|__MACOSX\/)/.test(path)) {
      hidden += 1;
      continue;
    }
    size += file.size;
    if (files.length === MAX_FILES) throw new Error(say("There are more than 2,000 files. Choose only the folder of your game."));
    if (size > MAX_BYTES) throw new Error(say("The files are larger than {size}. Choose only the folder of your game.", { size: sizeText(MAX_BYTES) }));
    files.push({ name: path, file });
  }
  if (!files.length) throw new Error(say("There is no file. Choose the folder of your game, with its game.yaml."));
  const read = await Promise.all(files.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  const whole = read.length === 1 && /\.zip$/i.test(read[0].name) ? read[0].bytes : zip(read.sort((a, b) => (a.name < b.name ? -1 : 1)));
  return { bytes: whole, name: files[0].name.split("/")[0].replace(/\.zip$/i, ""), hidden };
}
