// What PyScript starts in place of Pyodide: the same, with the game already imported.
//
// Both the page and the engine's worker come through here. It starts at once, before anyone asks. Where the
// memory that the build has kept cannot be used, Python starts plainly and the game is unpacked beside it.
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.mjs";

export { version };

const OPTIONS = { indexURL: new URL("../runtime/pyodide/", import.meta.url).href };

export async function fetched(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response;
}

async function unpacked(path) {
  const { body } = await fetched(path);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function quickly() {
  const python = await load({ ...OPTIONS, _loadSnapshot: unpacked("./snapshot.bin") });
  python._api.config._loadSnapshot = null;  // 30 MB
  python.runPython("import random; random.seed()");  // else the same for every visitor
  return python;
}

async function plainly(reason) {
  console.warn(`starting without the snapshot: ${reason}`);
  const [python, game] = await Promise.all([load(OPTIONS), fetched("./backgammon.zip")]);
  python.unpackArchive(await game.arrayBuffer(), "zip");
  return python;
}

const started = quickly().catch(plainly);

export async function loadPyodide({ stdout, stderr } = {}) {
  const python = await started;
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
