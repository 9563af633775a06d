// The same random numbers on every page, so that a test that rolls dice fails every time or never.
(() => {
    let state = 0;
    const byte = () => { // splitmix32
        let mixed = (state = (state + 0x9e3779b9) | 0);
        mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
        mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
        return mixed >>> 24;
    };
    Crypto.prototype.getRandomValues = function (numbers) {
        const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
        bytes.forEach((_, index) => (bytes[index] = byte()));
        return numbers;
    };
})();
