// What scripts find in the page: elements, globals that one leaves for another and for Python, and events.

interface PageElements {
  program: HTMLTemplateElement;
  "loading-text": HTMLElement;
  "loading-bar": HTMLProgressElement;
  "loading-failed": HTMLElement;
  "loading-reason": HTMLElement;
  "loading-retry": HTMLButtonElement;
  "frame-data": HTMLScriptElement;
  "frame-pieces": HTMLElement & { content: Pieces };
  "frame-program": HTMLTemplateElement;
  "frame-caption": HTMLElement;
  "frame-facts": HTMLElement;
  "frame-start": HTMLButtonElement;
}
type LoadingPart = <Name extends "text" | "bar" | "failed" | "reason" | "retry">(
  name: Name,
) => PageElements[`loading-${Name}`];
type FramePart = <Name extends "data" | "pieces" | "program" | "caption" | "facts" | "start">(
  name: Name,
) => PageElements[`frame-${Name}`];

/** <triktrakk-board>, as a page around hears it (embed.js). */
interface BoardElement extends HTMLElement {
  addEventListener(type: string, listener: (event: CustomEvent<object>) => void): void;
}
/** What the scripts look for by a selector: one that is there, or all there are. */
interface Found {
  style: HTMLStyleElement | null;
  ".board": HTMLElement;
  ".board-svg": Drawn;
}
interface AllFound {
  "#app *, #loading *": Element;
  "triktrakk-board": BoardElement;
  "[data-address]": HTMLElement & { dataset: { address: string } };
  "script[data-path]": HTMLScriptElement & { dataset: { path: string } };
}
interface Document {
  getElementById<Id extends keyof PageElements>(id: Id): PageElements[Id];
  querySelector<Selector extends keyof Found>(selector: Selector): Found[Selector];
  querySelectorAll<Selector extends keyof AllFound>(selector: Selector): NodeListOf<AllFound[Selector]>;
}

interface JSON {
  /** Null, which a store or a parameter that is not there has, becomes null. */
  parse(text: string | null): any;
}
interface PerformanceEntry {
  /** Of a file: the status with which it came. */
  readonly responseStatus?: number;
}

/** A language's file in the site: the first words of the page, its direction, and all texts of the program. */
interface LanguageFile {
  first: Record<string, string>;
  direction: string;
}

/** The page's language before Python is there (words.js). */
interface Words {
  /** The tag of the language. */
  tag: string;
  /** Its file, once `come` is fulfilled; empty for English. */
  text: string;
  /** What a text of the first page becomes in the language. */
  say(text: string): string;
  /** The tag of the language that any tag means, "" if there is none. */
  known(tag: unknown): string;
  /** Fulfilled with the language's file. */
  come: Promise<string>;
}
declare var words: Words;

/** What the browser keeps of matches and settings, or why that cannot be read (boot.js). */
type Kept = { base: IDBDatabase; names: IDBValidKey[]; texts: string[] } | { error: string };
declare var openKept: () => Promise<Kept>;
declare var kept: Promise<Kept>;
/** Has the page look as its whole style sheet says (boot.js). */
declare var applyWholeSheet: () => void;
/** A part of the page's Python, as JSON: the source of each module by its path (boot.js). */
declare var fetchPart: (name: string) => Promise<string>;

/** The game as one file (single.js): what lies in it by path, and how a module of it imports another. */
type Files = Record<string, Blob>;
type Serve = (coming: Files | Promise<Files>, base: string) => Promise<void>;
type SingleScript = HTMLScriptElement & { dataset: { base: string } };
declare var inside: (from: string, address: string) => Promise<unknown>;
declare var importScripts: undefined;

interface DocumentEventMap {
  /** What Python tells the page around (browser/embedded.py), and why it cannot show what that page wants. */
  "embed-told": CustomEvent<string>;
  "embed-refused": CustomEvent<string>;
}
interface WindowEventMap {
  "py:progress": CustomEvent<string>;
}
/** With `capture` the window also hears which element could not fetch what it names. */
declare function addEventListener(
  type: "error",
  listener: (event: { message?: string; target: { src?: string; href?: string } }) => void,
  capture: true,
): void;
