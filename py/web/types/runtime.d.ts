// What is used of Pyodide beyond its published types: its memory as a snapshot, which pins.json holds in place.

/** The memory that Python starts from, unpacked; boot.js may have begun with it before interpreter.js wants it. */
declare var memory: Promise<ArrayBuffer | undefined> | null | undefined;

interface Emscripten {
  HEAPU8: Uint8Array;
}
interface EmscriptenSettings {
  API: { restoreSnapshot(snapshot: Uint8Array): unknown };
}
type CreateModule = (settings: EmscriptenSettings) => Promise<Emscripten>;
interface Python extends Omit<import("pyodide").PyodideInterface, "_api"> {
  _api: { config: { createPyodideModule: CreateModule | null } };
}

declare module "*/pyodide.js" {
  export const version: string;
  export function loadPyodide(options: {
    indexURL: string;
    createPyodideModule?: CreateModule;
    _loadSnapshot?: Uint8Array;
  }): Promise<Python>;
}
declare module "*/pyodide.asm.js" {
  const create: CreateModule;
  export default create;
}
declare module "*/pyscript/core.js";
/** Where PyScript wants what Python prints. */
interface Output {
  stdout?: (text: string) => void;
  stderr?: (text: string) => void;
}
