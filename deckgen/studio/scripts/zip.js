/* Zip files whose members are stored as they are, and the files of a folder. */
import { say, sizeText } from "./kit.js";

const MAX_FILES = 2000;
const MAX_BYTES = 20e6;
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;
const FIRST_DAY = 0x21; // 1980-01-01, the first that a zip knows: the same files make the same zip
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** @param {Uint8Array} bytes */
const checksum = (bytes) => ~bytes.reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;

/** Return numbers as bytes, the low one first. @param {string} sizes  the bytes of each, such as "42" @param {number[]} numbers */
function packed(sizes, ...numbers) {
  return Uint8Array.from(numbers.flatMap((number, at) => Array.from({ length: Number(sizes[at]) }, (_, byte) => (number >>> (8 * byte)) & 255)));
}

/** Return files as a zip. @param {{name: string, bytes: Uint8Array<ArrayBuffer>}[]} files */
export async function zip(files) {
  const parts = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  const directory = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let at = 0;
  for (const { name, bytes } of files) {
    const label = new TextEncoder().encode(name);
    const fields = [20, 0x800, 0, 0, FIRST_DAY, checksum(bytes), bytes.length, bytes.length, label.length, 0];
    directory.push(packed("42222224442222244", 0x02014b50, 20, ...fields, 0, 0, 0, 0, at), label);
    parts.push(packed("42222244422", 0x04034b50, ...fields), label, bytes);
    at += 30 + label.length + bytes.length;
  }
  const size = directory.reduce((length, part) => length + part.length, 0);
  const whole = new Blob([...parts, ...directory, packed("42222442", 0x06054b50, 0, 0, files.length, files.length, size, at, 0)]);
  return new Uint8Array(await whole.arrayBuffer());
}

/** Yield the files of a file, a handle, or an entry that was dropped. @param {any} source @param {string} path @returns {AsyncGenerator<PickedFile>} */
async function* filesOf(source, path) {
  if (HIDDEN.test(path)) yield { path, file: null };
  else if (source instanceof File) yield { path, file: source };
  else if (source.kind === "file") yield { path, file: await source.getFile() };
  else if (source.kind) for await (const child of source.values()) yield* filesOf(child, `${path}/${child.name}`);
  else if (source.isFile) yield { path, file: await new Promise((done, failed) => source.file(done, failed)) };
  else {
    const reader = source.createReader();
    for (let some = [0]; some.length; ) {
      some = await new Promise((done, failed) => reader.readEntries(done, failed));
      for (const child of /** @type {any[]} */ (some)) yield* filesOf(child, `${path}/${child.name}`);
    }
  }
}

/** Return a game's zip, made of its files if it is none, and how many files were left out because they are hidden.
 * Throws an Error in plain words for too many files or too large ones. @param {any[]} sources */
export async function readSources(sources) {
  const files = [];
  let [hidden, size] = [0, 0];
  for (const source of sources) {
    for await (const { path, file } of filesOf(source, source.webkitRelativePath || source.name)) {
      if (file) files.push({ name: path, file });
      else hidden += 1;
      size += file?.size ?? 0;
      if (files.length > MAX_FILES) throw new Error(say("There are more than 2,000 files. Choose only the folder of your game."));
      if (size > MAX_BYTES) throw new Error(say("The files are larger than {size}. Choose only the folder of your game.", { size: sizeText(MAX_BYTES) }));
    }
  }
  if (!files.length) throw new Error(say("There is no file. Choose the folder of your game, with its game.yaml."));
  const read = await Promise.all(files.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  const isZip = read.length === 1 && /\.zip$/i.test(read[0].name);
  return { bytes: isZip ? read[0].bytes : await zip(read.sort((a, b) => (a.name < b.name ? -1 : 1))), name: files[0].name.split("/")[0].replace(/\.zip$/i, ""), hidden };
}
