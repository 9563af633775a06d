// A slow machine, made on purpose: frames, answers of workers, other tabs' words, files, copies and fetches come late,
// each in the order in which it would have come. Whoever looks before waiting sees what stood there before.
(() => {
    const FRAME = 150, ANSWER = 600; // milliseconds: what is not drawn takes longer than two frames
    const later = call => setTimeout(call, ANSWER);
    const frame = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = call => setTimeout(() => frame(call), FRAME);
    const listen = EventTarget.prototype.addEventListener;
    window.addEventListener = function (type, call, ...rest) {
        const heard = ["storage", "hashchange", "message"].includes(type) && typeof call === "function"
            ? event => later(() => call.call(window, event)) : call;
        return listen.call(window, type, heard, ...rest);
    };
    const heard = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", {
        get() { return heard.get.call(this); },
        set(call) { heard.set.call(this, call && (event => later(() => this.onmessage && call(event)))); },
    });
    const put_off = (owner, name) => {
        const real = owner?.[name];
        if (real) owner[name] = async function (...args) {
            await new Promise(later);
            return real.apply(this, args);
        };
    };
    put_off(globalThis, "fetch");
    put_off(Blob.prototype, "arrayBuffer");
    put_off(globalThis.Clipboard?.prototype, "writeText");
})();
