// Below each board, this page shows the snippet to copy, which is taken from the board itself.
"use strict";
(() => {
  const site = new URL("..", location.href);

  /** @param {string} text */
  function snippet(text) {
    const shown = document.createElement("pre"), copy = document.createElement("button");
    shown.textContent = text;
    shown.tabIndex = 0;
    copy.type = "button";
    copy.className = "secondary";
    copy.textContent = "Copy";
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    });
    return [shown, copy];
  }

  for (const board of document.querySelectorAll("triktrakk-board")) {
    const heard = document.createElement("output");
    for (const name of ["ready", "roll", "play", "result", "error"])
      board.addEventListener(name, ({ detail }) => heard.textContent = `${name} ${JSON.stringify(detail)}`);
    board.after(heard, ...snippet(`<script src="${site}embed.js" async></script>\n${board.outerHTML}`));
  }

  for (const place of document.querySelectorAll("[data-address]"))
    place.textContent = `<iframe src="${new URL(place.dataset.address, site)}" width="480" height="450"></iframe>`;
})();
