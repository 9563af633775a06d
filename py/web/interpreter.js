// What PyScript starts in place of Pyodide: the same, with the game already imported.
//
// The page and the engine's worker both use it. It starts at once, before it is called: WebAssembly is compiled while
// the memory that the build has made is still being unpacked. Where that memory cannot be used, Python starts without
// it and the game is unpacked.
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.js";

export { version };

// Pyodide would request this module by its own name, .mjs, for which many servers have no type: see tools.program.
const creating = import("../runtime/pyodide/pyodide.asm.js").then(module => module.default);
const OPTIONS = { indexURL: new URL("../runtime/pyodide/", import.meta.url).href };
const PAGE = 65536;
// A line of the code that PyScript runs before a page's own: that code writes PyScript's Python package, as source, and
// imports it. The game does not use the package and skips the code, an eighth of the time until the board is shown.
const OWN_PACKAGE = "\nimport pyscript as _pyscript\n";

// Pyodide would wait for ever for WebAssembly to which the server gives another type, as those do that know none.
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (coming, imports) => {
  const response = await coming, type = "application/wasm";
  const fitting = !response.ok || response.headers.get("Content-Type") === type;
  const typed = fitting ? response : new Response(response.body, { headers: { "Content-Type": type } });
  return instantiateStreaming(typed, imports);
};

/** @param {string} path */
export async function fetched(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response;
}

/** @param {string} path */
async function unpacked(path) {
  const { body } = await fetched(path);
  return new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Fills a fresh memory, which is all zeros, in the format of snapshot.mjs; returns the head, which Pyodide reads.
/** @type {(memory: Uint8Array, kept: ArrayBuffer) => Uint8Array} */
function fill(memory, kept) {
  const [words] = new Uint32Array(kept, 0, 1);
  const [length, ...places] = new Uint32Array(kept, 4, words - 1);
  const head = new Uint8Array(kept, 4 * words, length);
  places.forEach((place, index) => {
    memory.set(new Uint8Array(kept, 4 * words + length + PAGE * index, PAGE), place);
  });
  return head;
}

async function quickly() {
  const unpacking = Promise.resolve(globalThis.memory).then(kept => kept ?? unpacked("./snapshot.bin"));
  /** @type {CreateModule} */
  async function createPyodideModule(settings) {
    const create = await creating;
    const [module, kept] = await Promise.all([create(settings), unpacking]);
    const { API } = settings, { restoreSnapshot } = API;
    API.restoreSnapshot = () => {
      API.restoreSnapshot = restoreSnapshot;
      return restoreSnapshot(fill(module.HEAPU8, kept));
    };
    return module;
  }
  const starting = load({ ...OPTIONS, createPyodideModule, _loadSnapshot: new Uint8Array() });
  const [python] = await Promise.all([starting, unpacking, creating]);
  globalThis.memory = python._api.config.createPyodideModule = null;  // frees 17 MB
  python.pyimport("random").seed();  // else the same for all visitors; source would have to be compiled
  return python;
}

/** @param {unknown} reason */
async function plainly(reason) {
  console.warn(`starting without the snapshot: ${reason}`);
  const starting = load({ ...OPTIONS, createPyodideModule: await creating });
  const [python, game] = await Promise.all([starting, fetched("./backgammon.zip")]);
  python.unpackArchive(await game.arrayBuffer(), "zip");
  return python;
}

const started = quickly().catch(plainly);

/** @param {Output} output */
export async function loadPyodide({ stdout, stderr } = {}) {
  const python = await started;
  const { runPythonAsync } = python;
  python.runPythonAsync = async (code, options) =>
    code.includes(OWN_PACKAGE) ? undefined : runPythonAsync(code, options);
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
