// Imitates a slow machine: frames, workers' answers, other tabs' messages, files, copies and fetches are delayed, each
// kind in its usual order. A test that looks before waiting sees the previous state.
(() => {
    const FRAME = 150, ANSWER = 600; // milliseconds: everything else takes longer than two frames
    /** @param {(value?: any) => void} call */
    const later = call => setTimeout(call, ANSWER);
    const frame = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = call => setTimeout(() => frame(call), FRAME);
    const listen = EventTarget.prototype.addEventListener;
    /** @type {(type: string, call: any, ...rest: any[]) => void} */
    window.addEventListener = function (type, call, ...rest) {
        const heard = ["storage", "hashchange", "message"].includes(type) && typeof call === "function"
            ? (/** @type {Event} */ event) => later(() => call.call(window, event)) : call;
        return listen.call(window, type, heard, ...rest);
    };
    /** @type {any} */
    const heard = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", {
        get() { return heard.get.call(this); },
        set(call) { heard.set.call(this, call && ((/** @type {MessageEvent} */ event) => later(() => this.onmessage && call(event)))); },
    });
    /** @type {(owner: any, name: string) => void} */
    const put_off = (owner, name) => {
        const real = owner?.[name];
        if (real) owner[name] = async function (/** @type {any[]} */ ...args) {
            await new Promise(later);
            return real.apply(this, args);
        };
    };
    put_off(globalThis, "fetch");
    put_off(Blob.prototype, "arrayBuffer");
    put_off(globalThis.Clipboard?.prototype, "writeText");
})();
