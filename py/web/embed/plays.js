// A play on the still board of a frame: parsed like backgammon.notation.play, drawn like view/board/arrows.py.
//
// The dice must allow the move of each checker, and no number may be left that could be played. Whether another
// order would use more numbers is checked only by the program, once it runs.
"use strict";
globalThis.plays = (() => {
  const BAR = 25, OFF = 0, LONGEST = 200, SHOWN = 40, STEPS = 4;
  /** @type {Record<string, number>} */
  const NAMES = { bar: BAR, b: BAR, off: OFF, o: OFF, bo: OFF, of: OFF, f: OFF };

  /** @param {string} name */
  function place(name) {
    const text = name.replace(/\*+$/, "").toLowerCase();
    return NAMES[text] ?? (/^\d{1,2}$/.test(text) && Number(text) <= BAR ? Number(text) : NaN);
  }

  /** Parse a text: its legs, each from stop to stop; the part that is no leg, and its column. @type {ReadLegs} */
  function read(text) {
    /** @type {Leg[]} */
    const legs = [];
    if (text.length > LONGEST) return { legs, bad: text, column: 1 };
    for (const { 0: word, index } of text.matchAll(/[^\s,;]+/g)) {
      const [, trip = "", count = "1"] = word.match(/^([^()]{1,40})(?:\(([1-4])\))?$/) ?? [];
      const stops = trip.split("/").map(place);
      const found = stops.slice(1).map((to, at) => /** @type {Leg} */ ([stops[at], to]));
      for (let times = Number(count); times > 0; times--) legs.push(...found);
      if (!found.length || !found.every(([from, to]) => from > to) || legs.length > STEPS)
        return { legs, bad: word, column: index + 1 };
    }
    return { legs, bad: legs.length ? "" : text, column: 1 };
  }

  // Points are as seen by the mover, like in backgammon.core.position.

  /** @type {(points: number[], from: number, die: number, bearOff: string) => boolean} */
  function canMove(points, from, die, bearOff) {
    const back = points.findLastIndex(count => count > 0);
    if (points[from] <= 0 || (back === BAR && from !== BAR)) return false;
    if (from > die) return points[from - die] > -2;
    return back <= 6 && (from === die || bearOff === "at-least" || (bearOff === "highest" && from === back));
  }

  /** @type {(points: number[], [from, to]: Leg) => number[]} */
  function moved(points, [from, to]) {
    const after = [...points];
    after[from]--;
    if (to) after[to] = Math.max(0, after[to]) + 1;
    return after;
  }

  /** Whether the dice allow all legs and leave no number that could be played. @type {Makes} */
  function makes(points, dice, legs, rules) {
    if (!legs.length)
      return !dice.some(die => points.some((_, from) => from && canMove(points, from, die, rules.bearOff))
        && !(rules.lapse && points[die] <= 0 && points.findLastIndex(count => count > 0) <= 6));
    return dice.some((die, spent) => legs.some(([from, end], made) => {
      const to = Math.max(from - die, OFF);
      if (to < end || !canMove(points, from, die, rules.bearOff)) return false;
      const rest = legs.filter((_, index) => index !== made);
      if (to > end) rest.push([to, end]);
      return makes(moved(points, [from, to]), dice.filter((_, index) => index !== spent), rest, rules);
    }));
  }

  /** Like backgammon.core.trips. @type {(points: number[], legs: Leg[]) => Trip[]} */
  function trips(points, legs) {
    const blots = new Set([...points.keys()].filter(point => point && points[point] === -1));
    /** @type {{ stop: number, hit: boolean }[][]} */
    const trails = [];
    for (const [from, stop] of legs) {
      const hit = blots.delete(stop), trail = trails.find(trail => trail[trail.length - 1].stop === from);
      if (trail) trail.push({ stop, hit });
      else trails.push([{ stop: from, hit: false }, { stop, hit }]);
    }
    /** @type {Map<string, Trip>} */
    const found = new Map();
    for (const trail of trails) {
      const kept = trail.filter(({ hit }, index) => hit || index === 0 || index === trail.length - 1);
      const key = kept.map(({ stop }) => String(stop).padStart(2, "0")).join();
      const trip = found.get(key) ?? { stops: kept.map(({ stop }) => stop), hits: new Set(), checkers: 0 };
      trail.filter(({ hit }) => hit).forEach(({ stop }) => trip.hits.add(stop));
      trip.checkers++;
      found.set(key, trip);
    }
    return [...found].sort(([one], [other]) => one < other ? 1 : -1).map(([, trip]) => trip);
  }

  // The shape of an arrow.

  /** @type {(start: Spot, end: Spot, distance: number) => Spot} */
  function towards([x, y], [endX, endY], distance) {
    const across = endX - x, down = endY - y, length = Math.sqrt(across * across + down * down) || 1;
    return [Math.round(x + across * distance / length), Math.round(y + down * distance / length)];
  }

  /** @type {(spots: Spot[], hits: Spot[], arrow: FrameData["arrow"]) => Shape} */
  function shape(spots, hits, { ring, head, wing, bend, middle }) {
    const controls = spots.slice(1).map(([endX, endY], at) => {
      const [x, y] = spots[at], half = (y + endY) / 2, swing = Math.abs(endX - x) * bend;
      return [Math.round((x + endX) / 2), Math.round(half < middle ? half + swing : half - swing)];
    });
    const tip = spots[spots.length - 1], base = towards(tip, controls[controls.length - 1], head);
    const begin = towards(spots[0], controls[0], ring);
    const ends = [...spots.slice(1, -1), base];
    const [x, y] = towards([0, 0], [base[1] - tip[1], tip[0] - base[0]], wing);
    const turn = `a${ring} ${ring} 0 0 1`, round = `${turn} ${2 * ring} 0${turn} ${-2 * ring} 0Z`;
    return {
      shaft: `M${begin.join(" ")}` + controls.map((at, index) => `Q${at.join(" ")} ${ends[index].join(" ")}`).join(""),
      head: `M${base[0] + x} ${base[1] + y}L${tip.join(" ")}L${base[0] - x} ${base[1] - y}Z`,
      rings: [spots[0], ...hits].map(at => `M${at[0] - ring} ${at[1]}${round}`).join(""),
      badge: towards(spots[0], controls[0], -ring),
    };
  }

  /** @type {Make} */
  function made(name, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
  }

  /** @type {(drawn: Shape, checkers: number, radius: number) => SVGElement} */
  function arrow({ shaft, head, rings, badge: [x, y] }, checkers, radius) {
    const parts = [["edge", shaft + head + rings], ["shaft", shaft], ["ring", rings], ["head", head]]
      .map(([part, d]) => made("path", { class: `arrow-${part}`, d }));
    const badge = checkers < 2 ? [] : [
      made("circle", { class: "arrow-badge", cx: x, cy: y, r: radius }),
      made("text", { x, y, class: "arrow-count" }, String(checkers)),
    ];
    return made("g", { class: "arrow" }, ...parts, ...badge);
  }

  /** @type {(points: number[], mover: number, legs: Leg[], data: FrameData, spot: SpotOf) => SVGElement[]} */
  function arrows(points, mover, legs, data, spot) {
    /** @param {number} number */
    const at = number => mover ? { [BAR]: BAR + 1, [OFF]: BAR + 2 }[number] ?? BAR - number : number;
    const off = 15 - points.reduce((sum, count) => sum + Math.max(0, count), 0);
    /** @param {number} number */
    const held = number => number ? Math.max(0, points[number]) : off;
    /** @type {(number: number, height: number) => Spot} */
    const free = (number, height) => spot(at(number), number ? Math.min(height, data.stack - 1) : height, 1);
    const [leaving, gone, come] = [0, 1, 2].map(() => Array(BAR + 1).fill(0)), found = trips(points, legs);
    for (const { stops, checkers } of found) leaving[stops[0]] += checkers;
    return found.map(({ stops, hits, checkers }) => {
      const start = stops[0], end = stops[stops.length - 1];
      const first = spot(at(start), held(start) - 1 - gone[start], held(start));
      const last = free(end, held(end) - leaving[end] + come[end]);
      const spots = [first, ...stops.slice(1, -1).map(stop => free(stop, 0)), last];
      gone[start] += checkers;
      come[end] += checkers;
      const hit = spots.filter((_, index) => hits.has(stops[index]));
      return arrow(shape(spots, hit, data.arrow), checkers, data.arrow.badge);
    });
  }

  /** @type {(expected: string, found: string, column: number) => ShownPlay} */
  function wrong(expected, found, column) {
    const quoted = found.length > SHOWN ? `${found.slice(0, SHOWN - 1)}…` : found;
    return { arrows: [], wrong: { expected, found: quoted, column } };
  }

  return {
    show(text, { points: lying, mover, dice }, rules, data, spot) {
      const points = mover ? lying.map(count => -count).reverse() : lying, { legs, bad, column } = read(text);
      if (bad) return wrong("move", bad, column);
      const thrown = dice && (dice[0] === dice[1] ? [...dice, ...dice] : dice);
      if (!thrown || !makes(points, thrown, legs, rules)) return wrong("legal-play", text, 1);
      return { arrows: [made("g", { class: "arrows-other usual" }, ...arrows(points, mover, legs, data, spot))] };
    },
  };
})();
