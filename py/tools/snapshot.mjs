// Run by tools.snapshot in Node: node snapshot.mjs PYODIDE GAME.zip INSIDE.py OUT MODULE...
//
// Writes into OUT the part of the standard library that is used, also later by MODULEs (python_stdlib.zip, sources), and the memory of
// a Python that has imported the game (snapshot.bin, not yet by gzip). Clock and chance stand still meanwhile,
// so that the same sources give the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, game, inside, out] = process.argv.slice(2, 6).map(path => resolve(path));
const later = process.argv.slice(6);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);

const PAGE = 65536;

Date.now = () => Date.UTC(2000, 0, 1);
performance.now = () => 0;
Object.assign(crypto, { getRandomValues: (/** @type {Uint8Array} */ array) => array.fill(0) });

// Half of a memory is zero, as all of a fresh one is, and left out. Kept are, in words of 32 bits: how many there are,
// how long Pyodide's own head is, and where each page belongs; then the head and the pages.
/** @param {Uint8Array} snapshot */
function packed(snapshot) {
  const [, length] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
  const head = snapshot.subarray(0, length), memory = snapshot.subarray(length);
  const pages = [];
  for (let place = 0; place < memory.length; place += PAGE)
    if (memory.subarray(place, place + PAGE).some(Boolean)) pages.push(place);
  const words = Uint32Array.of(2 + pages.length, length, ...pages);
  return Buffer.concat([words, head, ...pages.map(place => memory.subarray(place, place + PAGE))].map(bytes));
}

/** @param {ArrayBufferView} array */
const bytes = array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** @param {object} [options] */
async function start(options) {
  const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: "0" }, ...options });
  python.runPython(readFileSync(inside, "utf8"));
  return python;
}

try {
  // First from sources: what is in use is found and compiled. The second one only reads what was compiled, so
  // that no leavings of a compiler lie about in its memory.
  const first = await start();
  first.unpackArchive(new Uint8Array(readFileSync(game)), "zip");
  const [stdlib, compiled, compiledGame] = first.runPython("build_archives")(later).toJs();
  writeFileSync(join(out, "python_stdlib.zip"), stdlib);
  writeFileSync(join(out, "compiled.zip"), compiled);
  const second = await start({ _makeSnapshot: true, stdLibURL: join(out, "compiled.zip") });
  second.unpackArchive(compiledGame, "zip");
  second.runPython("warm_up()");
  writeFileSync(join(out, "snapshot.bin"), packed(second.makeMemorySnapshot()));
  process.exit();
} catch (error) {
  console.error(/** @type {Error} */ (error).message.trim());
  process.exit(1);
}
