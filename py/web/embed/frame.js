// The frame that other pages embed: it shows a position without the program and starts the program on demand.
// The page contains the places and looks of all pieces and the valid parameters as data; messages are JSON texts.
"use strict";
(() => {
  const LONGEST = 200, LONGEST_MESSAGE = 2000, QUOTED = 40;
  // What each kind of match file has, as notation/detect.py tells them apart; bytes that are no text come packed.
  const MATCHES = [
    [/[0-9][\s-]{1,9}points?\s{1,9}match|match\s{1,9}(?:to|en)\s{1,9}[0-9]{1,4}\s{1,9}point/i,
      /^[^\S\n]{0,9}(?:game|partie)\s+[0-9]/im],
    [/^\s*\(\s*;/], [/^RGMH/], [/^data:;base64,/],
  ];
  /** @type {ShownPlay} */
  const NO_PLAY = { arrows: [] };
  const root = document.documentElement;
  /** @type {FramePart} */
  const part = name => document.getElementById(`frame-${name}`);
  /** @type {FrameData} */
  const data = JSON.parse(part("data").textContent);
  const pieces = part("pieces").content;
  // In an address + stands for a space, but IDs contain none: it is that of a GNU ID, for the program as well.
  const query = location.search.replace(/(?<=[?&]gnuid=)[^&]*/g, id => id.replaceAll("+", "%2B"));
  if (query !== location.search) history.replaceState(null, "", query + location.hash);
  const given = new URLSearchParams(`${query.slice(1)}&${location.hash.slice(1)}`);
  const mode = given.get("embed") ?? "position", host = given.get("host") ?? "";
  const asked = given.get("xgid") ?? given.get("gnuid") ?? "";
  let texts = data.texts, shown = "", height = 0;

  /** @type {(key: string, values?: Record<string, any>) => string} */
  function say(key, values = {}) {
    const text = texts[key], form = text.other && new Intl.PluralRules(words.tag).select(values.count);
    return String(form ? text[form] ?? text.other : text).replace(/{(\w+)}/g, (all, name) => values[name] ?? all);
  }

  // Positions: points as seen by the player at the bottom; [25] is that player's bar, [0] the opponent's, negative.

  /** @type {Reader} */
  function readXgid(text) {
    const field = text.replace(/^XGID=/i, "").split(":");
    const [board, cube, owner, turn, dice, light, dark, options, length, limit] = field;
    const good = (field.length === 9 || field.length === 10) && /^[-A-Pa-p]{26}$/.test(board) && /^\d{1,2}$/.test(cube)
      && /^(?:-1|0|1)$/.test(owner) && /^-?1$/.test(turn) && /^(?:[1-6]{2}|00|D{1,2}|B{1,2}|R{1,2})$/.test(dice);
    if (!good) return null;
    const points = [...board].map(sign =>
      sign === "-" ? 0 : sign > "P" ? 96 - sign.charCodeAt(0) : sign.charCodeAt(0) - 64);
    const mover = turn === "1" ? 0 : 1;
    return {
      points, mover, cube: 2 ** Math.min(15, Number(cube)), owner: [1, undefined, 0][Number(owner) + 1],
      dice: /\d\d/.test(dice) && dice !== "00" ? [...dice].map(Number) : null,
      decider: dice[0] === "D" || dice[0] === "R" ? 1 - mover : mover, offered: /[DBR]/.test(dice),
      length: Number(length), score: [light, dark].map(Number), crawford: Number(length) > 0 && options === "1",
      cubeless: limit !== "" && Number(limit) === 0,
    };
  }

  /** @type {(text: string, length: number) => bigint | null} */
  function bits(text, length) {
    try {
      const bytes = [...atob(text)].map(sign => sign.charCodeAt(0));
      return bytes.length === length ? bytes.reduceRight((all, byte) => all * 256n + BigInt(byte), 0n) : null;
    } catch {
      return null;
    }
  }

  /** @type {Reader} */
  function readGnuid(text) {
    const [place, match = data.money] = text.replace(/^GNUID=/i, "").split(":");
    const board = place.length === 14 ? bits(`${place}==`, 10) : null, state = bits(match, 9);
    if (board === null || state === null) return null;
    /** @type {(shift: number, width: number) => number} */
    const take = (shift, width) => Number(state >> BigInt(shift) & (1n << BigInt(width)) - 1n);
    const counts = board.toString(2).padStart(80, "0").split("").reverse().join("").split("0").map(run => run.length);
    if (counts.slice(50).some(Boolean)) return null;
    let points = Array(26).fill(0);
    for (let at = 0; at < 25; at++) {
      const own = counts[25 + at], other = counts[at];
      if ((own && points[at + 1] < 0) || (other && points[24 - at] > 0)) return null;
      points[at + 1] += own;
      points[24 - at] -= other;
    }
    const mover = take(6, 1), turn = take(11, 1), first = take(15, 3), resigned = take(13, 2);
    if (mover) points = points.reverse().map(count => -count);
    return {
      points, mover, cube: 2 ** take(0, 4), owner: [0, 1][take(4, 2)], dice: first ? [first, take(18, 3)] : null,
      decider: resigned ? 1 - turn : turn, offered: Boolean(take(12, 1)), resigned,
      length: take(21, 15), score: [take(36, 15), take(51, 15)], crawford: Boolean(take(7, 1)),
    };
  }

  /** @type {Reader} */
  function read(text) {
    if (text.length > LONGEST) return null;
    const clean = text.trim(), setup = /^(?:XGID=)?[-A-Pa-p]{26}:/i.test(clean) ? readXgid(clean) : readGnuid(clean);
    if (!setup) return null;
    /** @param {number} sign */
    const total = sign => setup.points.reduce((sum, count) => sum + Math.max(0, sign * count), 0);
    const light = total(1), dark = total(-1);
    return setup.points[0] > 0 || setup.points[25] < 0 || light > 15 || dark > 15 || light + dark === 0 ? null : setup;
  }

  /** @type {(setup: Setup) => Setup} */
  function turned(setup) {
    /** @param {number} [side] */
    const flip = side => side === undefined ? side : 1 - side;
    return {
      ...setup, points: setup.points.map(count => -count).reverse(), score: [...setup.score].reverse(),
      mover: 1 - setup.mover, owner: flip(setup.owner), decider: 1 - setup.decider,
    };
  }

  // Drawing.

  /** @type {(name: string, spot?: Spot) => Drawn} */
  function piece(name, spot) {
    const made = pieces.querySelector(`[data-piece="${name}"]`).firstElementChild.cloneNode(true);
    if (spot) made.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    return made;
  }

  /** @param {number[]} points */
  function stacks(points) {
    const found = [];
    for (const side of [0, 1]) {
      let off = 15;
      for (let number = 25; number > 0; number--) {
        const count = side ? -points[25 - number] : points[number];
        if (count <= 0) continue;
        off -= count;
        found.push({ side, count, at: number === 25 ? 25 + side : side ? 25 - number : number });
      }
      if (off) found.push({ side, count: off, at: side ? 27 : 0 });
    }
    return found;
  }

  /** @type {SpotOf} */
  function spot(at, index, count) {
    const [x, base, step] = data.places[at], whole = at === 0 || at === 27 || count <= data.stack;
    return [x, base + Math.round(index * (whole ? step : step * (data.stack - 1) / (count - 1)))];
  }

  /** @type {(setup: Setup, arrows: SVGElement[]) => void} */
  function draw(setup, arrows) {
    const svg = document.querySelector(".board-svg");
    /** @param {string} name */
    const group = name => svg.querySelector(`.${name}`);
    const checkers = [], counts = [];
    for (const { side, count, at } of stacks(setup.points)) {
      const colour = side ? "dark" : "light", tray = { 0: "off lower", 27: "off upper" }[at];
      for (let index = 0; index < count; index++) {
        const made = piece(colour, spot(at, index, count));
        made.setAttribute("class", ["checker", colour, tray ?? (at > 24 ? "bar" : "")].join(" ").trim());
        checkers.push({ index, made });
      }
      if (count > data.stack && !tray) {
        const text = piece(`count-${colour}`);
        text.textContent = String(count);
        ["x", "y"].forEach((name, axis) => text.setAttribute(name, String(spot(at, count - 1, count)[axis])));
        counts.push(text);
      }
    }
    group("checkers").replaceChildren(...checkers.sort((a, b) => a.index - b.index).map(({ made }) => made));
    group("counts").replaceChildren(...counts);
    group("arrows").replaceChildren(...arrows);
    group("numbers").replaceWith(piece(`numbers-${setup.decider}`));
    svg.querySelectorAll(".dice, .cube").forEach(old => old.remove());
    if (!setup.cubeless && !setup.crawford && setup.length !== 1) svg.append(cube(setup));
    if (!setup.offered && !setup.resigned) svg.append(dice(setup));
    const answers = setup.resigned ? 1 - setup.decider : setup.decider, side = say(answers ? "ui.black" : "ui.white");
    const told = setup.resigned ? "resigned" : setup.offered ? "answer" : setup.dice ? "play" : "roll";
    part("caption").textContent = say(`embed.caption.${told}`, { side, dice: setup.dice?.join("-") });
    svg.setAttribute("aria-label", part("caption").textContent);
  }

  /** @param {Setup} setup */
  function dice({ mover, dice }) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
    made.setAttribute("class", mover ? "dice left" : "dice right");
    const colour = mover ? "dark" : "light";
    made.append(...data.dice[mover].map((spot, index) => piece(`die-${colour}-${dice?.[index] ?? 0}`, spot)));
    return made;
  }

  /** @param {Setup} setup */
  function cube({ cube, owner, offered, decider }) {
    const made = piece("cube"), body = made.querySelector(".cube-body"), text = made.querySelector("text");
    const value = offered ? cube * 2 : cube, spot = offered ? data.offered[decider] : data.cube[(owner ?? -1) + 1];
    made.setAttribute("class", offered ? "cube offered" : "cube lane");
    body.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    text.textContent = String(value > 1 ? value : 64);
    text.setAttribute("class", `cube-value digits-${Math.min(text.textContent.length, 5)}`);
    const lies = offered ? "offered" : ["yours", "theirs", "centred"][owner ?? 2];
    made.setAttribute("aria-label", say(`aria.cube.${lies}`, { value }));
    return made;
  }

  /** @param {Setup} setup */
  function facts({ points, length, score, crawford }) {
    const pips = [0, 1].map(side => points.reduce((sum, count, number) =>
      sum + Math.max(0, side ? (number - 25) * count : number * count), 0));
    const sides = ["ui.white", "ui.black"].map((name, side) =>
      `${say(name)}${length ? ` ${score[side]}` : ""} (${say("ui.pips", { count: pips[side] })})`);
    const match = length ? say("ui.match", { count: length }) : say("ui.money");
    return [match, ...crawford ? [say("ui.crawford")] : [], ...sides].join(" · ");
  }

  /** @param {string} text */
  function show(text) {
    const setup = read(text || data.opening);
    if (!setup) return say("embed.bad.position", { value: text.slice(0, 80) });
    const side = given.get("side"), seen = side === "top" || (side === "mover" && setup.decider) ? turned(setup) : setup;
    const play = text === asked && given.get("play");
    const rules = data.rules[given.get("preset") ?? "standard"];
    const { arrows, wrong } = play ? plays.show(play, seen, rules, data, spot) : NO_PLAY;
    if (wrong) {
      const reason = { ...wrong, expected: say(`error.expected.${wrong.expected}`) };
      return say("embed.bad.reason", { reason: say("error.import.character", reason) });
    }
    shown = text || data.opening;
    draw(seen, arrows);
    part("facts").textContent = text ? facts(seen) : "";
    return "";
  }

  // Errors are shown in the frame, and reported to the page around it.

  function wrong() {
    const failed = given.get("failed");
    if (failed) return say("embed.bad.reason", { reason: failed.slice(0, LONGEST) });
    for (const [name, value] of given) {
      const choices = data.choices[name], bounds = data.numbers[name], shortened = value.slice(0, 80);
      if (choices && !choices.includes(value) && !(name === "lang" && words.known(value)))
        return say("embed.bad.choice", { name: nameOf(name), value: shortened, choices: choices.join(", ") });
      if (bounds && !(/^\d{1,4}$/.test(value) && Number(value) >= bounds[0] && Number(value) <= bounds[1]))
        return say("embed.bad.number", { name, value: shortened, low: bounds[0], high: bounds[1] });
      if (!choices && !bounds && !["xgid", "gnuid", "match", "play", "host"].includes(name))
        return say("embed.bad.name", { name: name.slice(0, 80) });
    }
    return mode === "match" ? wrongMatch(given.get("match")?.trim() ?? "") : "";
  }

  /** The name that the author wrote: an element, which gives its host, has a mode. @param {string} name */
  function nameOf(name) {
    return name === "embed" && host ? "mode" : name;
  }

  /** The program reads a match when it starts; what it would refuse is reported before. @param {string} text */
  function wrongMatch(text) {
    if (!text) return say("embed.bad.match");
    if (MATCHES.some(signs => signs.every(sign => sign.test(text)))) return "";
    const found = text.slice(0, QUOTED).replace(/\s+/g, " "), expected = say("error.expected.match");
    return say("embed.bad.reason", { reason: say("error.import.character", { column: 1, found, expected }) });
  }

  /** @param {string} message */
  function refuse(message) {
    root.dataset.frame = "wrong";
    part("caption").textContent = message;
    part("caption").setAttribute("role", "alert");
    part("facts").textContent = "";
    part("start").hidden = true;
    tell({ type: "error", message });
  }

  // The page around the frame: messages are exchanged only with the host that the address names.

  /** @param {object} message */
  function tell(message) {
    if (host && parent !== window)
      parent.postMessage(JSON.stringify({ triktrakk: 1, ...message }), host === "null" ? "*" : host);
  }

  /** @param {MessageEvent} event */
  function hear({ source, origin, data: text }) {
    if (!host || source !== parent || parent === window || origin !== host) return;
    if (typeof text !== "string" || text.length > LONGEST_MESSAGE) return;
    if (root.dataset.frame === "live") pass(text);
    else answer(text);
  }

  /** Give a message to the program. @param {string} text */
  function pass(text) {
    document.dispatchEvent(new CustomEvent("embed-heard", { detail: text }));
  }

  /** @param {string} text */
  function answer(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const { triktrakk, id, type, position } = message ?? {};
    if (triktrakk !== 1 || !Number.isSafeInteger(id)) return;
    if (root.dataset.frame === "wrong") tell({ type: "answer", id, error: part("caption").textContent });
    else if (type === "get") tell({ type: "answer", id, position: shown });
    else if (type === "reset" || (type === "set" && typeof position === "string")) {
      const replays = type === "set" && mode === "match"; // and no position can be set in it
      const problem = replays ? say("error.phase") : show(type === "reset" ? asked : position);
      tell(problem ? { type: "answer", id, error: problem } : { type: "answer", id, position: shown });
    }
  }

  function measure() {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now !== height) tell({ type: "size", height: height = now });
  }

  // The program, which the page declares but does not fetch until it is needed.

  function start() {
    if (root.dataset.frame !== "still") return;
    root.dataset.frame = "starting";
    part("start").disabled = true;
    part("caption").textContent = say("embed.loading");
    const address = new URL(location.href);
    if (shown !== (asked || data.opening)) {
      address.searchParams.delete("gnuid");
      address.searchParams.set("xgid", shown);
      history.replaceState(null, "", address);
    }
    const begun = shown;
    new MutationObserver((_, observer) => {
      if (!root.dataset.ready) return;
      observer.disconnect();
      root.dataset.frame = "live";
      // Whoever set another position meanwhile has had an answer; nobody waits for one to this.
      if (shown !== begun) pass(JSON.stringify({ triktrakk: 1, id: -1, type: "set", position: shown }));
    }).observe(root, { attributeFilter: ["data-ready"] });
    for (const held of part("program").content.children) {
      const made = document.createElement(held.localName);
      for (const { name, value } of held.attributes) made.setAttribute(name, value);
      document.head.append(made);
    }
  }

  async function begin() {
    const size = Number(given.get("size"));
    if (size) root.style.setProperty("--frame-size", `${size}px`);
    root.dataset.appearance = given.get("appearance") ?? root.dataset.appearance;
    root.dataset.theme = given.get("theme") ?? root.dataset.theme;
    root.dataset.embed = mode;
    root.dataset.arrows = given.get("arrows") ?? "on";
    root.dataset.controls = given.get("controls") ?? "buttons";
    root.dataset.height = host ? "own" : "given";
    addEventListener("message", hear);
    document.addEventListener("embed-refused", ({ detail }) => refuse(say("embed.bad.reason", { reason: detail })));
    document.addEventListener("embed-told", event => tell(JSON.parse(event.detail)));
    new ResizeObserver(measure).observe(document.body);
    const language = await words.come;
    if (language) ({ texts } = JSON.parse(language));
    const problem = wrong() || show(asked);
    if (problem) return refuse(problem);
    root.dataset.frame = "still";
    part("start").textContent = say(`embed.start.${mode}`);
    part("start").hidden = root.dataset.controls === "none" && mode === "position";
    part("start").addEventListener("click", start);
    document.querySelector(".board").addEventListener("click", start);
    tell({ type: "ready", mode, position: shown });
    if (given.get("start") === "now") start();
  }

  begin();
})();
