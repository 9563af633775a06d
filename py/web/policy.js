// The page's policy forbids making programs of strings. PyScript makes its workers' hooks that way when it starts;
// we have none of its workers, so an empty one does, and nothing has to be allowed.
globalThis.Function = new Proxy(Function, { apply: () => () => () => undefined });

// PyScript keeps notes on packages in a database. We have no packages, and where a browser keeps nothing, as in the
// frames of other sites, nothing would start for want of it. So it finds an empty one.
/** @param {unknown} result */
const answered = result => {
  /** @type {{ onsuccess?: (event: object) => void }} */
  const request = {};
  queueMicrotask(() => request.onsuccess?.({ target: { result } }));
  return request;
};
const empty = { close() {}, transaction: () => ({ objectStore: () => ({ getAllKeys: () => answered([]) }) }) };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => answered(empty) } });
