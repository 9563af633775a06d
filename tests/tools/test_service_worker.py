"""What ``sw.js`` keeps, where the storage is full, the network fails, or all was deleted: run in Node."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

from tools import places, snapshot
from tools.paths import ROOT

NAMES = [f"file-{number}.txt" for number in range(20)]
BROWSER = """
const { readFileSync } = require("node:fs");
const [, script, room, lost, event] = process.argv;
const kept = new Map(), heard = {}, under = [];
globalThis.registration = { scope: "https://example.org/some/path/" };
globalThis.addEventListener = (name, call) => heard[name] = call;
globalThis.fetch = async url => {
  if (url.endsWith(lost)) throw new TypeError("failed to fetch");
  return new Response(url.split("/").pop());
};
globalThis.caches = {
  keys: async () => [...kept.keys()],
  delete: async name => kept.delete(name),
  match: async (url, { cacheName }) => kept.get(cacheName)?.get(url)?.clone(),
  open: async name => {
    if (!kept.has(name)) kept.set(name, new Map());
    const files = kept.get(name);
    return {
      match: async url => files.get(url)?.clone(),
      put: async (url, response) => {
        await new Promise(setImmediate);
        if (files.size >= Number(room)) throw new DOMException("full", "QuotaExceededError");
        files.set(url, response);
      },
    };
  },
};
(0, eval)(readFileSync(script, "utf-8"));
(async () => {
  let answer;
  heard[event]({
    request: { method: "GET", url: "https://example.org/some/path/file-3.txt" },
    waitUntil: work => under.push(work),
    respondWith: work => answer = work,
  });
  const answered = await (await answer)?.text();
  const failed = (await Promise.allSettled(under)).some(({ status }) => status === "rejected");
  const counts = [...kept.values()].map(files => files.size);
  console.log(JSON.stringify({ answered, failed, counts }));
})();
"""


def happen(tmp_path: Path, event: str, room: int = 100, lost: str = "none") -> dict[str, Any]:
    """Return what comes of an event where nothing is kept yet, and what is kept then.

    room: how many files the storage takes. lost: the file that does not come.
    """
    script = tmp_path / places.SERVICE_WORKER
    script.write_bytes((ROOT / places.WEB / places.SERVICE_WORKER).read_bytes())
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in NAMES}
    places.write_values(script, {"FILES = {}": sums, 'VERSION = ""': "first"})
    command = [snapshot.node(), "-e", BROWSER, "--", str(script), str(room), lost, event]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def test_every_file_is_kept(tmp_path: Path) -> None:
    assert happen(tmp_path, "install") == {"failed": False, "counts": [len(NAMES)]}


def test_nothing_takes_the_room_of_matches_where_the_storage_is_full(tmp_path: Path) -> None:
    assert happen(tmp_path, "install", room=8) == {"failed": True, "counts": []}


def test_what_came_before_the_network_failed_need_not_come_again(tmp_path: Path) -> None:
    found = happen(tmp_path, "install", lost=NAMES[0])
    assert found["failed"]
    assert found["counts"] > [10]


def test_all_is_kept_again_after_it_was_deleted(tmp_path: Path) -> None:
    found = happen(tmp_path, "fetch")
    assert found == {"answered": NAMES[3], "failed": False, "counts": [len(NAMES)]}


def test_a_file_that_cannot_be_kept_is_answered_all_the_same(tmp_path: Path) -> None:
    assert happen(tmp_path, "fetch", room=0)["answered"] == NAMES[3]
    assert happen(tmp_path, "fetch", room=5) == {"answered": NAMES[3], "failed": False, "counts": []}
