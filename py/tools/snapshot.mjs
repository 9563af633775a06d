// Run by tools.snapshot in Node: node snapshot.mjs PYODIDE GAME.zip INSIDE.py OUT MODULE...
//
// Writes to OUT the part of the standard library that is used, including later by MODULEs (python_stdlib.zip,
// sources), and the memory of a Python that has imported the game (snapshot.bin, not gzipped yet). Clock and random
// numbers are fixed meanwhile, so that the same sources give the same bytes.
import nodeCrypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, game, inside, out] = process.argv.slice(2, 6).map(path => resolve(path));
const later = process.argv.slice(6);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);

const PAGE = 65536;

Date.now = () => Date.UTC(2000, 0, 1);
performance.now = () => 0;
process.argv[1] = "snapshot.mjs";  // Pyodide keeps this path in its memory, which is published
Object.assign(nodeCrypto, { randomFillSync: (/** @type {Uint8Array} */ array) => array.fill(0) });

// Half of the memory is zero, like all of a fresh memory, and is left out. The format, in words of 32 bits: the number
// of these words, the length of Pyodide's own header in bytes, and the offset of each page; then header and pages.
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
  // The first Python starts from sources, to find and compile what is in use. The second one only reads what was
  // compiled, so that its memory contains no leftovers of the compiler.
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
