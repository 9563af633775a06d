// A slow machine, made on purpose: frames, answers of workers, other tabs' words, files, copies and fetches come late,
// each in the order in which it would have come. Whoever looks before waiting sees what stood there before.
(() => {
    const FRAME = 150, ANSWER = 600; // milliseconds: what is not drawn takes longer than two frames
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
