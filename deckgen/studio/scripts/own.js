/* Someone's own game: chosen or dropped, read, checked, and its errors shown beside the lines of their files. */
import { by, copy, icon, make, problemText, reportText, say } from "./kit.js";
import { failure } from "./preview.js";
import { readSources } from "./zip.js";

const sheet = new CSSStyleSheet();
let sources = /** @type {any[]} */ ([]);
let folder = "";
/** Whether files can be read again without being chosen again. */
const canReread = () => sources.length > 0 && sources.every(({ kind }) => kind);

/** Let people choose or drop a game. @param {Engine["ask"]} ask @param {(answer: Answer) => void} onOpened @param {(text: string) => void} notice */
export function startOwn(ask, onOpened, notice) {
  const read = async (/** @type {any[]} */ from) => {
    if (!from.length) return;
    sources = from;
    notice(say("Reading your game …"));
    try {
      const { bytes, name, hidden } = await readSources(sources);
      folder = name;
      const answer = await ask({ do: "game" }, bytes).catch(failure);
      onOpened(hidden ? { ...answer, notes: [say("Hidden files were left out: {count}.", { count: hidden })] } : answer);
    } catch (error) {
      const problems = [{ file: "", line: null, path: "", message: /** @type {Error} */ (error).message, remedy: "" }];
      onOpened({ problems });
    }
  };
  const choose = async () => {
    if (!window.showDirectoryPicker) return by("folder-input").click();
    read(await window.showDirectoryPicker().then((handle) => [handle], () => []));
  };
  by("choose-folder").onclick = choose;
  by("choose-zip").onclick = () => by("zip-input").click();
  by("check-again").onclick = () => (canReread() ? read(sources) : choose());
  for (const input of [by("folder-input"), by("zip-input")]) {
    input.onchange = () => {
      read([...input.files]);
      input.value = "";
    };
  }
  for (const name of ["dragover", "dragleave", "drop"]) {
    addEventListener(name, (event) => {
      event.preventDefault();
      document.body.classList.toggle("dropping", name === "dragover");
    });
  }
  addEventListener("drop", async ({ dataTransfer }) => {
    const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file");
    const from = items.map((item) => item.getAsFileSystemHandle?.() ?? item.webkitGetAsEntry()); // before any wait
    read((await Promise.all(from)).filter(Boolean));
  });
}

/** Dress the page in a game's style. @param {string} css */
export function wear(css) {
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** Show what is wrong with a game. @param {Answer} answer */
export function showFaults({ problems, game, files = [], notes = [] }) {
  by("title").textContent = game?.title ?? (folder || say("Your own game"));
  by("subtitle").textContent = say("your own game");
  by("faults").textContent = problems.length === 1 ? say("1 thing to fix") : say("{count} things to fix", { count: problems.length });
  by("files-read").textContent = [say("{count} files read. Nothing was made yet.", { count: files.length }), ...notes].join(" ");
  by("fault-list").replaceChildren(...problems.map(faultOf));
  by("check-again").textContent = canReread() ? say("Check again") : say("Choose it again");
  by("copy-faults").onclick = () => copy(reportText(problems), by("copy-faults"));
  by("folder").textContent = folder && `${folder}/`;
  by("read").replaceChildren(.../** @type {string[]} */ (files).map((file) => {
    const count = problems.filter((problem) => problem.file === file).length;
    return make("li", { class: count ? "bad" : "good" }, icon(count ? "bad" : "good"), count ? `${file}: ${count}` : file);
  }));
}

/** Return a problem: where it is, its sentence, the lines with the word marked, and its remedy. @param {Problem} problem */
export function faultOf({ file, line, path, message, remedy, lines = [], mark }) {
  const rows = lines.map(([number, text]) => {
    const at = number === line && mark ? text.indexOf(mark) : -1;
    const parts = at < 0 || !mark ? [text] : [text.slice(0, at), make("mark", { text: mark }), text.slice(at + mark.length)];
    return make("span", { class: number === line ? "hit" : null }, make("i", { text: number }), ...parts);
  });
  return make(
    "article", { class: "fault" },
    make("p", { class: "where", text: line === null ? file || path : say("{file}, line {line}", { file, line }) }),
    make("h3", { text: problemText({ message }) }),
    rows.length ? make("pre", { tabindex: 0, role: "region", "aria-label": say("Lines of {file} around {line}", { file, line: line ?? "" }) }, ...rows) : null,
    remedy ? make("p", { class: "remedy" }, icon("pen"), make("span", { text: problemText({ remedy }) })) : null,
  );
}
