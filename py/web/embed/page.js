// Beneath each board of this page stands what to copy; it is taken from the board itself.
"use strict";
(() => {
  const site = new URL("..", location.href);

  function snippet(text, place) {
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
    place.append(shown, copy);
  }

  for (const sample of document.querySelectorAll(".sample")) {
    const board = sample.querySelector("triktrakk-board"), heard = document.createElement("output");
    snippet(`<script src="${site}embed.js" async></script>\n${board.outerHTML}`, sample);
    for (const name of ["ready", "roll", "play", "result", "error"])
      board.addEventListener(name, ({ detail }) => heard.textContent = `${name} ${JSON.stringify(detail)}`);
    board.after(heard);
  }

  for (const place of document.querySelectorAll("[data-address]"))
    place.textContent = `<iframe src="${new URL(place.dataset.address, site)}" width="480" height="450"></iframe>`;
})();
