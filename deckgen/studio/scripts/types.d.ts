/** Types of the studio's scripts. */

interface GameFacts {
  id: string;
  title: string;
  line: string;
  decks: { name: string; title: string; cards: number; references: number }[];
  sets: { name: string; decks: string[] }[];
  languages: { code: string; name: string }[];
  items: string[];
  people: string[];
  light: number | null;
  rules: string;
  cover?: string;
}

interface Paper {
  name: string;
  title: string;
  width: number;
  height: number;
}

interface Facts {
  games: GameFacts[];
  words: { [english: string]: string };
  papers: Paper[];
  version: string;
  language: string;
  start: { choice: Partial<Choice> & { game: string }; watch?: boolean } | null;
  seedWords: string[];
}

interface Choice {
  game: string;
  deck: string;
  seed: string;
  set: string | null;
  paper: string;
  ink: "full" | "light";
  printer: "duplex" | "turn" | "fold" | "fronts";
  language: string;
  decks: number;
  bleed: number;
  gutter: number;
  offset: [number, number];
  people: string[];
  items: string[];
}

interface Problem {
  file: string;
  line: number | null;
  path: string;
  message: string;
  remedy: string;
  lines?: [number, string][];
  mark?: string | null;
}

/** A file that was made; `url` and `bytes` only where `made/NAME` is not served. */
interface MadeFile {
  name: string;
  size: number;
  url?: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

interface Answer {
  problems: Problem[];
  warnings?: Problem[];
  notes?: string[];
  files?: (MadeFile | string)[];
  svg?: string;
  width?: number;
  height?: number;
  sheets?: number;
  sides?: number;
  number?: number;
  game?: GameFacts | null;
  css?: string;
  cover?: string;
  same?: boolean;
  title?: string;
  lines?: string[];
}

interface EngineState {
  loaded?: number;
  total?: number;
  ready?: boolean;
  failed?: string;
}

interface Engine {
  ask(request: { do: string; [field: string]: unknown }, bytes?: Uint8Array<ArrayBuffer>): Promise<Answer>;
  stop(): void;
  watch?(onChange: () => void): void;
}

interface Job {
  item: string;
  state: "waits" | "now" | "done" | "failed";
  row: HTMLElement;
  files: MadeFile[];
  notes: string[];
  seconds: number;
  problems: Problem[];
}

interface PickedFile {
  path: string;
  file: File | null; // null: hidden, and left out
}

interface FileSystemHandle {
  queryPermission?: unknown;
}
interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
interface Window {
  showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
}
