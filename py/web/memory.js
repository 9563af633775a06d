// Unpacks the memory that Python starts from, in a thread of its own: boot.js starts it, interpreter.js waits for it.
"use strict";
(async () => {
  try {
    const { body } = await fetch("./snapshot.bin");
    const kept = await new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    postMessage(kept, [kept]);
  } catch {
    postMessage(undefined);  // interpreter.js tries it itself, and reports what is wrong
  }
  close();
})();
