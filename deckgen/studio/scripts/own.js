/*
 * Someone's own game: chosen or dropped, read, checked, and its errors shown beside the lines of their files.
 */
import { by, copy, icon, make, problemText, reportText, say } from "./kit.js";
import { failure } from "./preview.js";
import { readSources } from "./zip.js";

/** @type {any[]} */
let sources = [];
let folder = "";
const sheet = new CSSStyleSheet();

/** Return whether files can be read again without being chosen again. */
const canReread = () => sources.length > 0 && sources.every((source) => "kind" in source);

/**
 * Let people choose or drop a game. `opened` is called with the answer, `busy` before it is read.
 * @param {Engine["ask"]} ask @param {(answer: Answer) => void} opened @param {(text: string) => void} busy
 */
export function startOwn(ask, opened, busy) {
  const read = async (/** @type {any[]} */ from) => {
    sources = from.filter(Boolean);
    busy(say("Reading your game …"));
    try {
      const { bytes, name, hidden } = await readSources(sources);
      folder = name;
      const answer = await ask({ do: "game" }, bytes).catch(failure);
      if (hidden) answer.notes = [say("Hidden files were left out: {count}.", { count: hidden })];
      opened(answer);
    } catch (error) {
      busy(/** @type {Error} */ (error).message);
    }
  };
  const choose = async () => {
    if (!window.showDirectoryPicker) return by("folder-input").click();
    const handle = await window.showDirectoryPicker().catch(() => null);
    if (handle) await read([handle]);
  };
  by("choose-folder").onclick = choose;
  by("choose-zip").onclick = () => by("zip-input").click();
  for (const input of [by("folder-input"), by("zip-input")]) {
    input.onchange = async () => {
      const files = [...input.files];
      input.value = "";
      if (files.length) await read(files);
    };
  }
  by("check-again").onclick = () => (canReread() ? read(sources) : choose());
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const name of ["dragleave", "drop"]) addEventListener(name, () => document.body.classList.remove("dropping"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file");
    const from = items.map((item) => item.getAsFileSystemHandle?.() ?? item.webkitGetAsEntry()); // before any wait
    if (from.length) await read(await Promise.all(from));
  });
}

/** Dress the page in a game's style. @param {string} css */
export function wear(css) {
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** Show what is wrong with a game. @param {Answer} answer */
export function showFaults(answer) {
  const { problems } = answer;
  const title = answer.game?.title ?? (folder || say("Your own game"));
  const files = /** @type {string[]} */ (answer.files ?? []);
  by("title").textContent = title;
  by("subtitle").textContent = say("your own game");
  by("faults").textContent = problems.length === 1 ? say("1 thing to fix") : say("{count} things to fix", { count: problems.length });
  by("files-read").textContent = [say("{count} files read. Nothing was made yet.", { count: files.length }), ...(answer.notes ?? [])].join(" ");
  by("fault-list").replaceChildren(...problems.map(faultOf));
  by("check-again").textContent = document.documentElement.dataset.watched || canReread() ? say("Check again") : say("Choose it again");
  by("copy-faults").onclick = () => copy(reportText(problems), by("copy-faults"));
  by("folder").textContent = folder ? `${folder}/` : "";
  by("read").replaceChildren(
    ...files.map((file) => {
      const count = problems.filter((problem) => problem.file === file).length;
      return make("li", { class: count ? "bad" : "good" }, icon(count ? "bad" : "good"), count ? `${file}: ${count}` : file);
    }),
  );
}

/** Return a problem: where it is, its sentence, the lines with the word marked, and its remedy. @param {Problem} problem */
export function faultOf(problem) {
  const { file, line, lines = [], mark } = problem;
  const rows = lines.map(([number, text]) => {
    const at = number === line && mark ? text.indexOf(mark) : -1;
    const parts = at < 0 || !mark ? [text] : [text.slice(0, at), make("mark", { text: mark }), text.slice(at + mark.length)];
    return make("span", { class: number === line ? "hit" : null }, make("i", { text: number }), ...parts);
  });
  return make(
    "article", { class: "fault" },
    make("p", { class: "where", text: line === null ? file || problem.path : say("{file}, line {line}", { file, line }) }),
    make("h3", { text: problemText({ ...problem, remedy: "" }) }),
    rows.length ? make("pre", { tabindex: 0, role: "region", "aria-label": say("The lines of {file}", { file }) }, ...rows) : null,
    problem.remedy ? make("p", { class: "remedy" }, icon("pen"), make("span", { text: problemText({ ...problem, message: "" }) })) : null,
  );
}
