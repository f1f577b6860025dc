import { can, did } from "./parts";

/** What the tour looks at to tell how far the player is. */
export interface Seen {
  entry: number;
  /** The innermost step of the sequence of play, such as `movement`. */
  step: string;
  /** Where the sequence of play stands, the outermost first. */
  path: readonly string[];
  /** Whether it is the player who is asked. */
  asked: boolean;
  /** Orders that may be given now. */
  verbs: readonly string[];
  /** Kinds of events brought about by the player's own orders, with their entries. */
  mine: readonly { entry: number; kind: string }[];
  dock: string | null;
  drawer: string | null;
  over: boolean;
}

/** A step of the tour: it points at something and goes on when the player has done what it asks. */
export interface TourStep {
  key: string;
  title: string;
  text: string;
  /** The rule it tells of, which is a click away. */
  rule?: string;
  /** What to do now; without one the step is only read. */
  task?: string;
  /** What it points at: one or more names, all of them together. */
  target?: string[];
  /** Places by their names that the map shows, near enough to read, when the step begins. */
  places?: string[];
  /** Whether the player has done it; `start` is how things were when the step began. */
  done?(seen: Seen, start: Seen): boolean;
  /** Whether the step makes sense now; otherwise it is waited for, or left out if `optional`. */
  ready?(seen: Seen): boolean;
  optional?: boolean;
}

/** The tour of a skirmish. */
export const STEPS: readonly TourStep[] = [
  {
    key: "welcome",
    title: "Welcome to the ford",
    text: "You lead Blue; the computer leads Red. Towns and the ford, with the stars, are worth points at the end of every turn; after six turns more points win. The chip at the top tells where that is heading. This takes about five minutes.",
  },
  {
    key: "map",
    title: "The map",
    text: "Drag to move it. The wheel, two fingers, or + and - bring it nearer. Your counters are turned up; Red's lie face down until they fight.",
    target: ["map"],
  },
  {
    key: "stance",
    title: "What is asked",
    text: "This bar always says what the game waits for, and what you can still do. Each turn begins with a stance, chosen in secret. Assault helps your attacks. Both are shown as soon as both are chosen, and stand at the top.",
    task: "Choose a stance.",
    target: ["choices", "prompt"],
    ready: can("stance"),
    optional: true,
    done: (seen, start) => !can("stance")(seen) || did(seen, start, "stance"),
  },
  {
    key: "move",
    title: "Move a unit",
    text: "Click one of your units: the hexes it can reach get a rim and their cost. Its numbers, such as 4-5-4, are attack, defence and movement. Point at another hex and you are told why not.",
    task: "Click a unit, then a hex with a rim.",
    target: ["map"],
    ready: can("move"),
    done: (seen, start) => did(seen, start, "move") || seen.entry > start.entry,
  },
  {
    key: "undo",
    title: "Second thoughts",
    text: "Whatever you did can be taken back, as long as no die was rolled and nothing hidden came to light. Ctrl+Z does it as well.",
    target: ["undo"],
  },
  {
    key: "rules",
    title: "Every rule has its number",
    text: "Wherever you see a number such as 6.1, it opens that rule. The book holds all of them, in short words, and can be searched.",
    task: "Open the rules.",
    target: ["panel-rules"],
    done: (seen) => seen.drawer === "rules",
  },
  {
    key: "book",
    title: "The book",
    text: "Look around in it as long as you like. The same button, the cross or Escape closes it, and the map is free again.",
    task: "Close the rules.",
    target: ["panel-rules"],
    ready: (seen) => seen.drawer === "rules",
    optional: true,
    done: (seen) => seen.drawer !== "rules",
  },
  {
    key: "done",
    title: "Finish your movement",
    text: "Move towards the ford at Le Gué and the river. N takes you to the next unit that can still move. Nothing has to move.",
    task: "When you are ready, go on to combat with the button for being done.",
    target: ["done"],
    ready: (seen) => seen.step === "movement" || seen.step === "combat",
    done: (seen) => seen.step !== "movement" && seen.step !== "reaction",
  },
  {
    key: "approach",
    title: "Next to the enemy",
    text: "Only neighbours fight. Each turn goes the same way: stance, movement, combat, then Red's turn, then points. Two units against one of Red's is a good beginning; a card tells what Red did.",
    task: "Bring units next to Red, then finish movement.",
    ready: (seen) => !can("attack")(seen) && !can("call-off")(seen),
    optional: true,
    done: (seen) => can("attack")(seen) || can("call-off")(seen),
  },
  {
    key: "attack",
    title: "Attack",
    text: "An attack is planned in peace: first the hex, then who takes part. Nothing is rolled yet, all of it can be called off, and nobody has to attack.",
    task: "Click a hex with a red rim, then your units with a golden one beside it; or finish combat.",
    target: ["map"],
    ready: (seen) => seen.step === "combat" || can("attack")(seen) || can("call-off")(seen),
    optional: true,
    done: (seen) => can("roll")(seen) || (seen.step !== "combat" && !can("call-off")(seen)),
  },
  {
    key: "odds",
    title: "The odds",
    text: "This button opens and closes the odds. Strength against strength gives a column of the results table, shifts move it left or right, each with its rule, and the die picks the row: so the chance of each result is exact. Add a unit and see what changes.",
    target: ["panel-odds"],
    ready: can("roll"),
    optional: true,
    done: (seen) => !can("roll")(seen) && !can("call-off")(seen),
  },
  {
    key: "roll",
    title: "Roll",
    text: "The die on the button says that this cannot be taken back.",
    task: "Roll, or call the attack off.",
    target: ["go"],
    ready: can("roll"),
    optional: true,
    done: (seen) => !can("roll")(seen),
  },
  {
    key: "result",
    title: "What it came to",
    text: "A card over the map keeps the result with its die, its column of the table, losses and retreats, until you put it away. The bar below asks for what follows: who takes a loss, or, if the hex was given up, who advances.",
    ready: (seen) => seen.mine.some((event) => event.kind === "roll"),
    optional: true,
  },
  {
    key: "log",
    title: "The log",
    text: "All that happens is told here, with the dice as they fell. Click a line to see where it was.",
    task: "Open the log.",
    target: ["panel-log"],
    done: (seen) => seen.dock === "log",
  },
  {
    key: "end",
    title: "The field is yours",
    text: "Play on: the light bulb gives you a hint whenever you want one, the clock lets you look back at any moment, and F1 shows all keys. Good luck!",
  },
];

/**
 * The step to be on after the one at `index`, which is that one itself until it is done.
 *
 * @param start how things were when the step began to make sense; it is done only by what happens after that.
 * @param returned whether the player has gone back to it, to read it once more: then it stays, whether it makes sense or not.
 */
export function onward(
  index: number,
  seen: Seen,
  start: Seen,
  steps: readonly TourStep[] = STEPS,
  returned = false,
): number {
  const step = steps[index];
  if (!(step?.ready?.(start) ?? true)) return returned ? index : skipped(index, seen, steps);
  return step?.done?.(seen, start) ? skipped(index + 1, seen, steps) : index;
}

/** The first step from `index` on that is not to be left out as things are. While others decide, nobody can tell. */
export function skipped(index: number, seen: Seen, steps: readonly TourStep[] = STEPS): number {
  let at = index;
  while (seen.asked && steps[at]?.optional && steps[at]?.ready?.(seen) === false) at += 1;
  return at;
}
