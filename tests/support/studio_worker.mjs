/*
 * Runs the worker of the studio's page under node: node studio_worker.mjs SITE < REQUESTS > ANSWERS
 *
 * REQUESTS is a JSON list of {request, files: {name: path}, fault}. ANSWERS are a JSON list of what the worker posted,
 * with the SHA-256 of files for their content. FAULT names an error that every fetch ends in.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(0, "utf8"));
const FAULTS = { network: () => new TypeError("Failed to fetch"), memory: () => new RangeError("Array buffer allocation failed") };
const posted = [];
const report = () => process.stdout.write(JSON.stringify(posted), () => process.exit(0));

function shorten(message) {
  for (const [name, bytes] of Object.entries(message.files ?? {})) message.files[name] = createHash("sha256").update(bytes).digest("hex");
  return message;
}

function next() {
  const { request, files = {} } = requests.shift() ?? {};
  if (!request) return report();
  const id = posted.length;
  const contents = Object.entries(files).map(([name, path]) => [name, new Uint8Array(readFileSync(path))]);
  return globalThis.onmessage({ data: { id, request, files: Object.fromEntries(contents) } });
}

globalThis.self = globalThis;
globalThis.fetch = async (url) => {
  if (process.env.FAULT) throw FAULTS[process.env.FAULT]();
  try {
    return new Response(readFileSync(new URL(url)));
  } catch {
    return new Response("", { status: 404 });
  }
};
globalThis.postMessage = (message) => {
  if (message.loaded !== undefined) return;
  const { user, system } = process.cpuUsage();
  posted.push({ ...shorten(message), cpu: (user + system) / 1e6 });
  if (message.id === undefined && message.failed !== undefined) report();
  else setTimeout(next);
};
await import(pathToFileURL(`${site}/scripts/worker.js`).href);
