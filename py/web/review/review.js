// The page on which a native reads a language: what is typed is kept, shown in the picture, and saved as a file.
"use strict";
(async () => {
  /** @typedef {HTMLElement & { dataset: { key: string, screen: string, at: string, said: string } }} Article */
  /** @type {(id: string) => HTMLElement} */
  const part = id => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {{ language: string, direction: string, sheet: string, screens: string[] }} */
  const data = await unpacked(part("data").textContent ?? "");
  const frame = /** @type {HTMLIFrameElement} */ (part("picture"));
  const save = /** @type {HTMLButtonElement} */ (part("save"));
  const articles = /** @type {Article[]} */ ([...document.querySelectorAll("article")]);
  const kept = `triktrakk review ${data.language}`;
  /** Sizes in CSS pixels in which a text is looked for: a telephone, then a desktop. */
  const SIZES = [[390, 760], [1280, 800]];
  /** What texts of the picture were drawn as.
   * @type {WeakMap<ChildNode, string | null>} */
  const drawn = new WeakMap();

  /** Read what the page holds packed: base64 of gzip of JSON.
   * @param {string} text */
  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  /** @type {(article: Article) => HTMLTextAreaElement[]} */
  const fields = article => [...article.querySelectorAll("textarea")];
  /** @type {(article: Article) => HTMLInputElement} */
  const why = article => /** @type {HTMLInputElement} */ (article.querySelector("input"));
  /** @type {(article: Article) => boolean} */
  const isChanged = article => fields(article).some(field => field.value !== field.defaultValue);

  /** The text of an article: what is there now, or what was, all plural forms of it.
   * @type {(article: Article, was: boolean) => string | Record<string, string>} */
  function textOf(article, was) {
    const forms = fields(article).map(field => [field.name, was ? field.defaultValue : field.value.trim()]);
    return forms[0][0] ? Object.fromEntries(forms) : forms[0][1];
  }

  function corrections() {
    const changed = articles.filter(isChanged).map(article => {
      const entry = { was: textOf(article, true), text: textOf(article, false), why: why(article).value };
      return [article.dataset.key, entry];
    });
    return { language: data.language, by: /** @type {HTMLInputElement} */ (part("by")).value, texts: Object.fromEntries(changed) };
  }

  /** Keep what was typed for the next visit, where the browser lets a file do so. */
  function keep() {
    const found = corrections(), count = Object.keys(found.texts).length;
    save.textContent = `Save corrections (${count})`;
    save.disabled = !count;
    try {
      localStorage.setItem(kept, JSON.stringify(found));
    } catch {
      // the page then asks before it is left
    }
  }

  function recall() {
    try {
      const found = JSON.parse(localStorage.getItem(kept) ?? "{}");
      /** @type {HTMLInputElement} */ (part("by")).value = found.by ?? "";
      for (const article of articles) {
        const entry = found.texts?.[article.dataset.key];
        if (!entry || JSON.stringify(entry.was) !== JSON.stringify(textOf(article, true))) continue;
        for (const field of fields(article)) field.value = field.name ? entry.text[field.name] : entry.text;
        why(article).value = entry.why;
      }
    } catch {
      // nothing was kept
    }
    articles.forEach(mark);
  }

  /** @param {Article} article */
  function mark(article) {
    article.classList.toggle("changed", isChanged(article));
  }

  /** @type {(article: Article) => void} */
  function show(article) {
    articles.forEach(one => one.classList.toggle("shown", one === article));
    part("told").textContent = article.dataset.said;
    frame.hidden = !article.dataset.screen;
    if (!article.dataset.screen) return;
    if (frame.dataset.screen === article.dataset.screen) return point(article);
    frame.dataset.screen = article.dataset.screen;
    frame.onload = () => point(article);
    const look = `data-ready="engine" data-painted data-theme="wood" data-appearance="light" data-motion="off"`;
    const pointed = "[data-pointed] { outline: 3px solid #d0342c !important; outline-offset: 2px; }";
    frame.srcdoc = `<!doctype html><html lang="${data.language}" dir="${data.direction}" ${look}><meta charset="utf-8">`
      + `<style>${data.sheet}${pointed}</style><body><div id="app">${data.screens[Number(article.dataset.screen)]}</div>`;
  }

  /** Outline in the picture what an article is about, with what was typed.
   * @param {Article} article */
  function point(article) {
    const page = /** @type {Document} */ (frame.contentDocument);
    for (const one of page.querySelectorAll("details")) one.open = true;
    const dialog = page.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    for (const one of page.querySelectorAll("[data-pointed]")) one.removeAttribute("data-pointed");
    const found = [...page.querySelectorAll(["seen", "heard"].map(how => `[data-${how}~="${article.dataset.at}"]`).join())];
    found.forEach(one => fill(one, article));
    for (const [width, height] of SIZES) {
      const { clientWidth, clientHeight } = part("side");
      const low = clientHeight < 500; // then what is beside the list scrolls
      const scale = Math.min(1, clientWidth / width, low ? 1 : (clientHeight - frame.offsetTop) / height);
      Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
      if (found.some(one => one.checkVisibility({ visibilityProperty: true }))) break;
    }
    found.forEach(one => one.setAttribute("data-pointed", ""));
    found[0]?.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** Put a text as it is typed into the picture; one with placeholders stays as it was drawn.
   * @type {(element: Element, article: Article) => void} */
  function fill(element, article) {
    const stands = article.dataset.at !== article.dataset.key;
    const [field] = fields(article);
    if (!stands && (field.name || field.value.includes("{"))) return;
    if (stands) element.textContent = field.value;
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const before = drawn.get(text) ?? text.nodeValue;
      drawn.set(text, before);
      if (before === field.defaultValue) text.nodeValue = field.value;
    }
  }

  function download() {
    const file = new Blob([JSON.stringify(corrections(), null, 2)], { type: "application/json" });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${data.language}-corrections.json` });
    link.click();
  }

  for (const article of articles) {
    article.addEventListener("focusin", () => show(article));
    article.addEventListener("click", () => show(article));
    article.addEventListener("input", () => {
      mark(article);
      keep();
      if (article.dataset.screen) point(article);
    });
  }
  part("by").addEventListener("input", keep);
  save.addEventListener("click", download);
  addEventListener("beforeunload", event => {
    if (!save.disabled) event.preventDefault();
  });
  recall();
  keep();
  show(articles[0]);
})();
