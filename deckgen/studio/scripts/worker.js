/*
 * Python in a worker of the browser: Pyodide with deckgen, which answers requests one after the other.
 *
 * Posts {loaded, total} in bytes as they come, then {ready}. Gets {id, request, files}, writes these files, and posts
 * {id, answer, files}. Posts {failed, kind} if it cannot begin, with {id} if it cannot answer: of "memory", it then
 * answers nothing more; "network"; or no kind.
 */
const ROOT = new URL("..", import.meta.url);
const FOLDER = "/made";
const START = `
import gc, json, sys
gc.set_threshold(300_000)
sys.path.insert(0, "/site")
from pathlib import Path
from deckgen.studio.engine import answer
lambda request: json.dumps(answer(json.loads(request), Path("${FOLDER}")))`;

/** Report an error by its last line. */
function report(error, id) {
  const text = `${error.name}: ${error.message ?? error}`.trim().split("\n").at(-1);
  const isMemory = error instanceof RangeError || /memory|allocat/i.test(text);
  const kind = isMemory ? "memory" : error instanceof TypeError && /fetch|network|load|import/i.test(text) ? "network" : undefined;
  postMessage({ id, failed: text, kind });
}

async function get(name) {
  const response = await fetch(new URL(name, ROOT));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** Let `fetch` report how much has come of these files: {name, size, sent}. Return what reports the end. */
function countBytes(files) {
  const parts = new Map(files.map(({ name, size, sent }) => [new URL(name, ROOT).href, sent / size]));
  const total = files.reduce((sum, { sent }) => sum + sent, 0);
  let loaded = 0;
  const count = (bytes) => postMessage({ loaded: Math.min((loaded += bytes), total), total });
  const plainFetch = self.fetch;
  self.fetch = async (input, options) => {
    const response = await plainFetch(input, options);
    const part = parts.get(new URL(input.url ?? input, ROOT).href);
    if (!part || !response.ok) return response;
    const transform = (chunk, stream) => {
      count(chunk.length * part);
      stream.enqueue(chunk);
    };
    return new Response(response.body.pipeThrough(new TransformStream({ transform })), { headers: response.headers });
  };
  return () => count(total);
}

async function load() {
  const countAll = countBytes((await (await get("engine.json")).json()).engine);
  const [packages, { loadPyodide }] = await Promise.all([get("deckgen.zip").then((response) => response.arrayBuffer()), import(new URL("pyodide/pyodide.mjs", ROOT).href)]);
  const python = await loadPyodide();
  python.unpackArchive(packages, "zip", { extractDir: "/site" });
  python.FS.mkdirTree(FOLDER);
  const reply = python.runPython(START);
  countAll();
  postMessage({ ready: true });
  return { FS: python.FS, reply };
}

const loading = load().catch(report);

self.onmessage = async ({ data: { id, request, files } }) => {
  const engine = await loading;
  if (!engine) return;
  const { FS, reply } = engine;
  const made = {};
  try {
    for (const [name, bytes] of Object.entries(files)) FS.writeFile(`${FOLDER}/${name}`, bytes);
    const answer = JSON.parse(reply(JSON.stringify(request)));
    for (const name of FS.readdir(FOLDER)) {
      const path = `${FOLDER}/${name}`;
      if (!FS.isFile(FS.stat(path).mode)) continue;
      if (!(name in files)) made[name] = FS.readFile(path);
      FS.unlink(path);
    }
    postMessage({ id, answer, files: made }, Object.values(made).map((bytes) => bytes.buffer));
  } catch (error) {
    report(error, id);
  }
};
