// The engine's thread, which runs worker.py in Pyodide without PyScript, whose workers need eval.
"use strict";
(async () => {
  const WHEEL = "../runtime/numkong-7.8.6-cp314-cp314-pyemscripten_2026_0_wasm32.whl";
  try {
    const { fetched, loadPyodide } = await import("./interpreter.js");
    const parts = ["./worker.py", "./engine.zip", WHEEL].map(fetched);
    const python = await loadPyodide();
    const [source, data, wheel] = await Promise.all(parts);
    python.unpackArchive(await data.arrayBuffer(), "zip");
    python.unpackArchive(await wheel.arrayBuffer(), "wheel");
    python.runPython(await source.text());
  } catch (error) {
    reportError(error);
  }
})();
