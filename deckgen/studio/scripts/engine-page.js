/*
 * The engine of the static page: Python in a worker of this browser. Made files are kept for the service worker, which
 * answers their addresses; where there is none, their addresses are of this tab alone.
 */
import { say } from "./kit.js";

const ROOT = new URL("..", import.meta.url);
const TAB = Math.random().toString(36).slice(2);
const DAY = 86_400_000; // ms
/** @type {{[ending: string]: string}} */
const TYPES = { pdf: "application/pdf", html: "text/html; charset=utf-8", svg: "image/svg+xml", zip: "application/zip", txt: "text/plain; charset=utf-8" };

/** Return the cache for made files, without those of earlier days; null where no service worker answers from it. */
async function openCache() {
  const workers = navigator.serviceWorker;
  try {
    const { installing } = await workers.register(new URL("service-worker.js", ROOT));
    if (installing && !workers.controller) {
      await new Promise((resolve, reject) => {
        workers.addEventListener("controllerchange", resolve, { once: true });
        installing.addEventListener("statechange", () => installing.state === "redundant" && reject(installing.state));
      });
    }
    if (!workers.controller) return null; // the page was loaded past it
    const cache = await caches.open("made");
    for (const key of await cache.keys()) {
      if (Date.now() - Number((await cache.match(key))?.headers.get("X-Made")) > DAY) await cache.delete(key);
    }
    return cache;
  } catch {
    return null;
  }
}

/** Return the content of a made file, and its address. @param {Cache | null} cache @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
async function keep(cache, name, bytes) {
  const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  const url = new URL(`made/${TAB}/${encodeURIComponent(name)}`, ROOT).href;
  const headers = { "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Made": String(Date.now()) };
  const isKept = await cache?.put(url, new Response(bytes, { headers })).then(() => true, () => false);
  return { bytes, url: isKept ? url : URL.createObjectURL(new Blob([bytes], { type })) };
}

/** Return a publisher's game that a proof link names, as a file for the engine. @param {string} proof @returns {Promise<{[name: string]: Uint8Array}>} */
async function gameOf(proof) {
  const hash = /[?&]zip=([0-9a-f]+)/.exec(proof)?.[1];
  const response = hash ? await fetch(new URL(`games/${hash}.zip`, ROOT)) : null;
  return response?.ok ? { [`${hash}.zip`]: new Uint8Array(await response.arrayBuffer()) } : {};
}

/** Return an engine, which starts again after it was stopped, or has failed. @param {(state: EngineState) => void} onState @returns {Promise<Engine>} */
export async function connect(onState) {
  const cache = await openCache();
  /** @type {Map<number, {resolve: (message: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let worker = /** @type {Worker | null} */ (null);
  let number = 0;
  /** @param {string} failed */
  const stop = (failed) => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error(failed));
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    started.onerror = () => started.onmessage?.(new MessageEvent("message", { data: { failed: "", kind: "network" } }));
    started.onmessage = ({ data: { id, failed, kind, ...message } }) => {
      const text = kind === "memory" ? say("not enough memory") : kind === "network" ? say("the network is gone") : failed;
      if (id === undefined) onState(failed === undefined ? message : { failed: text });
      else if (failed === undefined) waiting.get(id)?.resolve(message);
      else waiting.get(id)?.reject(new Error(text));
      waiting.delete(id);
      if (failed !== undefined && (kind || id === undefined)) stop(text);
    };
    return started;
  };
  /** @param {object} request @param {{[name: string]: Uint8Array}} files @returns {Promise<Answer>} */
  const ask = async (request, files) => {
    const { answer, files: made } = await new Promise((resolve, reject) => {
      waiting.set((number += 1), { resolve, reject });
      (worker ??= start()).postMessage({ id: number, request, files });
    });
    for (const file of answer.files ?? []) if (file.name in made) Object.assign(file, await keep(cache, file.name, made[file.name]));
    return answer;
  };
  worker = start();
  return {
    ask: async (request, bytes) => (bytes ? ask({ do: "game", zip: "game.zip" }, { "game.zip": bytes }) : ask(request, await gameOf(String(request.proof)))),
    stop: () => stop(say("Stopped.")),
  };
}
