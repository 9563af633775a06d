// The page's language before Python runs: chooses it, and translates the words that are shown until then.
//
// It is chosen as by backgammon.i18n.languages.choose_language. The program needs the file of a language anyway: it is
// fetched here, once, and begins with the translations of the page's first words.
"use strict";
globalThis.words = (() => {
  /** @type {Record<string, string>} */
  const LANGUAGES = {};  // the build writes the language of each tag here
  const root = document.documentElement;
  /** @type {LanguageFile["first"]} */
  let first = {};
  /** @type {Words} */
  const words = { tag: chosen(), text: "", known, say: text => first[text] ?? text, come: Promise.resolve("") };

  function saved() {
    if (root.dataset.frame) return "";
    try {
      return JSON.parse(localStorage.getItem("triktrakk.settings")).settings.language;
    } catch {
      return "";  // a first visit, or a browser that keeps nothing
    }
  }

  function chosen() {
    const asked = new URLSearchParams(location.search).get("lang");
    return [asked, saved(), ...navigator.languages].map(known).find(Boolean) ?? "en";
  }

  /** @param {unknown} tag */
  function known(tag) {
    const parts = String(tag ?? "").trim().toLowerCase().split(/[-_]/);
    for (; parts.length; parts.pop()) {
      const part = parts.join("-");
      if (Object.hasOwn(LANGUAGES, part)) return LANGUAGES[part];
    }
    return "";
  }

  async function fetched() {
    const answer = await fetch(`./locales/${words.tag}.json`);
    if (!answer.ok) return "";
    const text = await answer.text(), data = JSON.parse(text);
    while (document.readyState === "loading")
      await new Promise(done => document.addEventListener("readystatechange", done, { once: true }));
    if (!root.dataset.ready) put(data);
    return words.text = text;
  }

  /** @param {LanguageFile} data */
  function put(data) {
    first = data.first;
    root.lang = words.tag;
    root.dir = data.direction;
    document.title = words.say(document.title);
    for (const element of document.querySelectorAll("#app *, #loading *")) {
      for (const name of ["aria-label", "title"]) {
        const text = element.getAttribute(name);
        if (text) element.setAttribute(name, words.say(text));
      }
      for (const child of element.childNodes)
        if (child instanceof Text && child.data in first) child.data = first[child.data];
    }
  }

  if (words.tag !== "en") words.come = fetched().catch(() => "");
  return words;
})();
