// The page's policy forbids compiling strings as code. PyScript creates its workers' hooks that way when it starts; as
// the game uses none of its workers, an empty function is enough, and the policy needs no exception.
globalThis.Function = new Proxy(Function, { apply: () => () => () => undefined });

// PyScript keeps data on packages in a database. The game has no packages, and where a browser stores nothing, as in
// frames on other sites, PyScript would not start without it. So it gets an empty substitute.
/** @param {unknown} result */
const answered = result => {
  /** @type {{ onsuccess?: (event: object) => void }} */
  const request = {};
  queueMicrotask(() => request.onsuccess?.({ target: { result } }));
  return request;
};
const empty = { close() {}, transaction: () => ({ objectStore: () => ({ getAllKeys: () => answered([]) }) }) };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => answered(empty) } });

// PyScript also opens a channel to its other pages, which Firefox refuses a page that may store nothing. Such a page
// gets one that leads nowhere, as it has nothing in common with others.
try {
  new BroadcastChannel("triktrakk.probe").close();
} catch {
  Object.defineProperty(globalThis, "BroadcastChannel", { value: class { postMessage() {} close() {} } });
}
