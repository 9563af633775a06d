// <triktrakk-board>: a backgammon board in any page. It creates a frame of the site that this file comes from.
//
// The content between its tags is shown where this script does not run, and until the board is ready.
//
// Attributes: mode (position, play, problem, match), xgid or gnuid, side, preset, level, length, lang, theme,
// appearance, controls, size, start, arrows, play; src is the address of a match file. Methods: setPosition(id), getPosition(),
// reset(), each a promise. Events, each with its detail:
//   ready {mode, position}   play {side, dice, play, position}   roll {side, dice, position}
//   result {winner, points, score, over} or, of a problem, {chosen, best, loss, rank}   error {message}
(() => {
  const SITE = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const PASSED = ["xgid", "gnuid", "side", "preset", "level", "length", "lang", "theme", "appearance", "controls",
    "size", "start", "arrows", "play"];
  const PACKED = "data:;base64,"; // before files that are not UTF-8, such as binary ones (app.embed_page)
  const EVENTS = ["ready", "play", "roll", "result", "error"];
  const PATIENCE = 10000, ABSENT = "the board is not in a page";
  const LONGEST = 1_000_000; // the longest address that all browsers open
  const NARROWEST = 160, WIDEST = 1600; // the frame refuses less, and needs the room to say so
  // From the start the box is as high as a board and its line, so that the page around does not jump (css/embed.css).
  const BOX = {
    display: "grid", position: "relative", marginInline: "auto", aspectRatio: "1628 / 1252", overflow: "hidden",
    breakInside: "avoid", writingMode: "horizontal-tb", // also in a page whose lines run from top to bottom
  };
  const LINE = "76px";
  const FRAME = { position: "absolute", inset: "0", width: "100%", height: "100%", border: "0", visibility: "hidden" };

  /**
   * Whether text of this colour is made for a dark page, undefined if it has another notation than "rgb(…)".
   * @param {string} colour
   */
  function isOnDark(colour) {
    const parts = colour.match(/^rgba?\((\d+), (\d+), (\d+)/)?.slice(1).map(Number);
    return parts && 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] > 150;
  }

  // A browser that has this script cached runs it before it has parsed the content of the elements.
  const parsed = () => new Promise(done => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", done, { once: true });
    else done(undefined);
  });

  class TriktrakkBoard extends HTMLElement {
    static observedAttributes = ["mode", "src", "title", ...PASSED];
    #box = document.createElement("div");
    #slot = document.createElement("slot");
    #frame = document.createElement("iframe");
    /** @typedef {{ text: string, late: number, answer(told: { error?: string, position?: string }): void }} Asked */
    /** @type {Map<number, Asked>} */
    #waiting = new Map();
    #asked = 0;
    #makes = 0;
    #ready = false;
    #origin = "";
    #load = () => {
      this.#frame.loading = "eager";
    };

    connectedCallback() {
      addEventListener("message", this);
      addEventListener("beforeprint", this.#load); // too late for this print, but not for the next
      this.style.display ||= "block";
      this.#make();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      removeEventListener("beforeprint", this.#load);
      this.#box.remove();
      this.#makes++; // cancels what is under way
      this.#ready = false;
      for (const { answer } of this.#waiting.values()) answer({ error: ABSENT });
    }

    /** @param {string} name */
    attributeChangedCallback(name) {
      if (name === "title") this.#name();
      else if (this.isConnected) this.#make();
    }

    /** Name the frame, for readers of screens: that needs no other frame. */
    #name() {
      this.#frame.title = this.getAttribute("title") ?? "Backgammon";
    }

    /** Unless it is given, the board is light or dark like the page around, which may ignore what its reader prefers. */
    #appearance() {
      const given = this.getAttribute("appearance")?.trim() ?? "auto", isDark = isOnDark(getComputedStyle(this).color);
      return given !== "auto" || isDark === undefined ? given : isDark ? "dark" : "light";
    }

    async #make() {
      const mine = ++this.#makes;
      this.#ready = false;
      this.#frame = document.createElement("iframe"); // the frame before it is no longer heard
      this.#waiting.forEach(({ late }) => clearTimeout(late)); // the new one is asked
      await null; // attributes set together create one frame only
      if (mine !== this.#makes) return;
      const address = new URL("./frame.html", SITE);
      const mode = this.getAttribute("mode") ?? (this.hasAttribute("src") ? "match" : "position");
      address.searchParams.set("embed", mode);
      for (const name of PASSED) {
        const value = this.getAttribute(name)?.trim();
        if (value !== undefined) address.searchParams.set(name, value);
      }
      const scheme = this.#appearance();
      address.searchParams.set("appearance", scheme);
      address.searchParams.set("host", self.origin); // that of messages, also from a file
      const found = mode === "match" ? await this.#match() : {};
      if (mine !== this.#makes) return;
      address.hash = String(new URLSearchParams(found));
      if (address.href.length > LONGEST)
        address.hash = String(new URLSearchParams({ failed: `${this.getAttribute("src") ?? "match"}: too large` }));
      const frame = document.createElement("iframe");
      frame.src = address.href;
      frame.loading = "lazy";
      // A frame of another colour scheme than its element's would be opaque: it would show corners behind the board's.
      Object.assign(frame.style, FRAME, { colorScheme: scheme === "auto" ? "light dark" : scheme });
      const box = document.createElement("div"), size = Number(this.getAttribute("size"));
      const widest = size >= NARROWEST ? size : WIDEST;
      const paddingBlockEnd = this.getAttribute("controls") === "none" ? "0" : LINE;
      // The column asks for width where a parent goes by that, such as a row of flexible items or a cell of a table.
      const gridTemplateColumns = `minmax(${NARROWEST}px, ${widest}px)`;
      Object.assign(box.style, BOX, { gridTemplateColumns, paddingBlockEnd, maxWidth: `${widest}px` });
      box.append(this.#slot = document.createElement("slot"), this.#frame = frame);
      this.#slot.style.display = "block";
      this.#name();
      (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.#box = box);
    }

    /**
     * Find the text of the match, or why there is none: the frame says that, and reports it as an error.
     * @returns {Promise<Record<string, string>>}
     */
    async #match() {
      const src = this.getAttribute("src");
      if (src === null) {
        await parsed();
        return { match: this.textContent.trim() };
      }
      if (!src.trim()) return { match: "" }; // an empty address would be that of the page itself
      try {
        const answer = await fetch(new URL(src, document.baseURI));
        if (!answer.ok) throw new Error(String(answer.status));
        const bytes = new Uint8Array(await answer.arrayBuffer()), text = new TextDecoder().decode(bytes);
        if (!text.includes("\ufffd")) return { match: text };
        return { match: PACKED + btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")) };
      } catch (error) {
        return { failed: `${src}: ${/** @type {Error} */ (error).message}` };
      }
    }

    /** @param {MessageEvent} event */
    handleEvent({ origin, source, data }) {
      if (!source || source !== this.#frame.contentWindow || typeof data !== "string") return;
      if (origin !== SITE.origin && !(origin === "null" && self.origin === "null")) return; // in a sandbox, both are
      this.#origin = origin === "null" ? "*" : origin;
      let message;
      try {
        message = JSON.parse(data);
      } catch {
        return;
      }
      const { triktrakk, type, id, ...detail } = message ?? {};
      if (triktrakk !== 1) return;
      if (type === "size" && detail.height > 0) this.#fit(detail.height);
      if (type === "ready" || type === "error") this.#show();
      if (type === "answer") this.#waiting.get(id)?.answer(detail);
      if (EVENTS.includes(type)) this.#tell(type, detail);
    }

    #show() {
      this.#frame.style.visibility = "visible";
      this.#slot.style.display = "none";
      if (this.#ready) return;
      this.#ready = true;
      for (const asked of this.#waiting.values()) this.#send(asked);
    }

    /** @param {number} height */
    #fit(height) {
      const fitting = { boxSizing: "border-box", height: `${Math.min(height, 10000)}px`, aspectRatio: "auto" };
      Object.assign(this.#box.style, fitting);
    }

    /** @param {string} type @param {object} detail */
    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== "error" }));
    }

    /** Ask once the frame is ready; it may be far down the page. @param {object} message */
    #ask(message) {
      return new Promise((resolve, reject) => {
        if (!this.isConnected) return reject(new Error(ABSENT));
        const id = ++this.#asked;
        /** @type {Asked} */
        const asked = {
          text: JSON.stringify({ triktrakk: 1, id, ...message }),
          late: 0,
          answer: ({ error, position }) => {
            clearTimeout(asked.late);
            this.#waiting.delete(id);
            if (error) reject(new Error(error));
            else resolve(position);
          },
        };
        this.#waiting.set(id, asked);
        if (this.#ready) this.#send(asked);
      });
    }

    /** @param {Asked} asked */
    #send(asked) {
      asked.late = setTimeout(() => asked.answer({ error: "no answer came" }), PATIENCE);
      this.#frame.contentWindow?.postMessage(asked.text, this.#origin);
    }

    /**
     * Show another position, an XGID or a GNU ID; the promise is rejected for anything else.
     * @param {string} position
     */
    setPosition(position) {
      return this.#ask({ type: "set", position: String(position) });
    }

    /** Return the current position of the board, as an ID. */
    getPosition() {
      return this.#ask({ type: "get" });
    }

    /** Return the board to its initial state. */
    reset() {
      return this.#ask({ type: "reset" });
    }
  }

  if (!customElements.get("triktrakk-board")) customElements.define("triktrakk-board", TriktrakkBoard);
})();
