// The frame that other pages embed (embed/frame.js): what view/frame.py hands it, and a position as it reads one.

type Spot = number[];
interface FrameData {
  /** IDs: of the position that is shown where none is asked for, and of a money game's state. */
  opening: string;
  money: string;
  /** By place: x, y of the lowest checker, and y from one checker to the next. */
  places: [number, number, number][];
  /** How many checkers of a stack are seen whole. */
  stack: number;
  /** By side, then by die. */
  dice: Spot[][];
  /** Of an arrow: radius of a ring, the head's length and half width, how far a shaft bends, radius of a badge. */
  arrow: { ring: number; head: number; wing: number; bend: number; badge: number; middle: number };
  /** By preset: which checkers may be borne off, and whether a number may be let lapse. */
  rules: Record<string, PlayRules>;
  /** In the middle, with the player at the bottom, with the one at the top. */
  cube: Spot[];
  /** By the side that decides. */
  offered: Spot[];
  /** By parameter: what it may be, or the lowest and the highest number. */
  choices: Record<string, string[]>;
  numbers: Record<string, [number, number]>;
  /** By key: a text, or its forms by number. */
  texts: Record<string, any>;
}

/** A position. Sides: 0 at the bottom, 1 at the top; points as 0 sees them, 1's checkers as negative numbers. */
interface Setup {
  points: number[];
  mover: number;
  cube: number;
  /** The side that owns the cube; undefined where it is in the middle. */
  owner?: number;
  dice: number[] | null;
  /** The side to play, or to answer what the other has offered. */
  decider: number;
  offered: boolean;
  /** How much was offered in resigning, 0 for nothing. */
  resigned?: number;
  /** Of the match; 0 for money. */
  length: number;
  score: number[];
  crawford: boolean;
  cubeless?: boolean;
}
type Reader = (text: string) => Setup | null;

/** A part of the board, in which everything that is looked for is there. */
interface Drawn extends SVGElement {
  querySelector(selectors: string): Element;
}
interface Pieces extends DocumentFragment {
  querySelector(selectors: string): { firstElementChild: { cloneNode(deep: true): Drawn } } & Element;
}

/** A play on the board (embed/plays.js): from one stop to the next in the mover's numbers, 25 the bar and 0 off. */
type Leg = [number, number];
interface PlayRules {
  bearOff: string;
  lapse: boolean;
}
interface Trip {
  stops: number[];
  hits: Set<number>;
  checkers: number;
}
interface Shape {
  shaft: string;
  head: string;
  rings: string;
  badge: Spot;
}
type Make = (name: string, attributes: Record<string, string | number>, ...children: (Node | string)[]) => SVGElement;
type ReadLegs = (text: string) => { legs: Leg[]; bad: string; column: number };
type Makes = (points: number[], dice: number[], legs: Leg[], rules: PlayRules) => boolean;
/** The middle of a checker by its place, its height there from 0, and how many lie there. */
type SpotOf = (at: number, index: number, count: number) => Spot;
interface ShownPlay {
  arrows: SVGElement[];
  /** What was expected, by the end of a text's key, what stood there instead, and where. */
  wrong?: { expected: string; found: string; column: number };
}
interface Plays {
  /** The arrows of a play that a text names, or what is wrong with it. */
  show(text: string, setup: Setup, rules: PlayRules, data: FrameData, spot: SpotOf): ShownPlay;
}
declare var plays: Plays;
