import { at, can, did, LOG } from "./parts";
import type { Seen, TourStep } from "./steps";

/** Where the sequence of play of a week stands, in its order; what is decided together is one place. */
const PLACES: readonly (readonly string[])[] = [
  ["air commitment"],
  ["division of air points", "further air losses"],
  ["port suppression"],
  ["initial movement"],
  ["rail movement"],
  ["sea movement", "air-sea interdiction", "course at sea"],
  ["air movement"],
  [
    "combat",
    "plan",
    "answer",
    "retreat",
    "attacker's answer",
    "attackers' retreat",
    "losses",
    "battlegroups",
    "advance",
  ],
  ["mechanized movement"],
  ["air interdiction"],
];

/** The place of a step of the sequence of play, by number; -1 for one that this guide says nothing of. */
const place = (step: string): number => PLACES.findIndex((steps) => steps.includes(step));

/** Whether the week has gone on to another of its places: between two of them, and while others decide, it is waited. */
const left =
  (step: string) =>
  (seen: Seen): boolean =>
    place(seen.step) >= 0 && place(seen.step) !== place(step);

/** A step of the guide that lasts as long as its place in the week. */
function during(where: string, step: Omit<TourStep, "ready" | "done">): TourStep {
  return { ...step, ready: (seen) => place(seen.step) === place(where), optional: true, done: left(where) };
}

/** A guide through a week of divisions: the secret air war, both movements, railways, landings, attacks. */
export const ITALY: readonly TourStep[] = [
  {
    key: "welcome",
    title: "Italy, September 1943",
    text: "You lead the Allies. Rome counts ten points, Florence six, Naples five: 27 win in 36 weeks. The stars on the map are what counts. This guide is one week.",
    rule: "4.3",
  },
  during("air commitment", {
    key: "air",
    title: "The air, in secret",
    text: "Both sides commit their Air Points before anything moves: to superiority, against ports and ships, or to help ground attacks. More than twice as many as the enemy, and the sky is yours.",
    task: "Commit some to superiority and some to ground, then be done.",
    target: ["choices", "prompt"],
    rule: "13.12a",
  }),
  during("further air losses", {
    key: "hits",
    title: "Over the front",
    text: "Both sides' fighters have met. Who has superiority may also hit Points on other tasks.",
    task: "Decide what is asked below.",
    target: ["choices", "prompt"],
    rule: "13.23b",
  }),
  during("port suppression", {
    key: "ports",
    title: "Ports from the air",
    text: "Points against ships may close an enemy port for the week first. The air combat stays as a card until you put it away.",
    task: "Attack a port, or go on.",
    target: ["done"],
    rule: "13.31a",
  }),
  {
    key: "move",
    title: "The Eighth Army marches",
    text: "At Reggio, in the toe of Italy, stand British and Canadians. Click one: hexes with a rim can be reached, with their price. Hexes next to an enemy cost more.",
    task: "Click a unit at Reggio, then a hex with a rim to the north.",
    target: ["map"],
    places: ["Reggio Calabria", "Cosenza"],
    ready: at("initial movement"),
    optional: true,
    done: (seen, start) => did(seen, start, "move") || left("initial movement")(seen),
    rule: "5.11",
  },
  during("initial movement", {
    key: "others",
    title: "And all the others",
    text: "A number on a button says how many can. Whoever shall go by rail or by sea stays where he is: nobody does both.",
    task: "Move whom you like, then go on.",
    target: ["done"],
    rule: "5.25",
  }),
  during("rail movement", {
    key: "rail",
    title: "By rail",
    text: "A few units a week ride trains along your own railways: they get on, ride, and get off. In Sicily there is little use for it.",
    task: "Go on.",
    target: ["done"],
    rule: "6.1",
  }),
  {
    key: "landing",
    title: "The landing",
    text: "Six Amphibious Points are ready: each brings one unit onto a beach. This week it fights only in the hex it lands in, at half strength, so take a free coast: from Eboli, south of Salerno, that port can be attacked next week.",
    task: "Choose the assault, click a division in a port, then Eboli.",
    target: ["map"],
    places: ["Bizerte", "Palermo", "Eboli"],
    ready: (seen) => can("assault")(seen) && at("sea movement")(seen),
    optional: true,
    done: (seen, start) => did(seen, start, "landing") || left("sea movement")(seen),
    rule: "7.31",
  },
  during("sea movement", {
    key: "sea",
    title: "From port to port",
    text: "An Amphibious Point that stays on its beach supplies who has landed there; without it they are halved. It lands nobody else before it is taken up again. Taranto and Brindisi are open to you for two weeks: sending a division there takes a Naval Transport Point.",
    task: "Land a second division at Eboli, leave an Amphibious Point there, sail to Taranto, then go on.",
    target: ["map"],
    rule: "7.13a",
  }),
  during("air movement", {
    key: "drop",
    title: "By air",
    text: "Airborne units that wait in their box drop onto any hex near enough; others are flown from one supplied hex to another. Both take Air Transport Points.",
    task: "Go on.",
    target: ["done"],
    rule: "8.0a",
  }),
  {
    key: "attack",
    title: "Attack",
    text: "Nobody has to attack, but a landing on a held beach has to be fought out. Less than 2-1 mostly costs more than it brings. Click a unit next to an enemy, then the enemy: nothing is rolled yet, and the odds open by themselves.",
    task: "Begin an attack, or go on if there is none.",
    target: ["map"],
    ready: (seen) => can("attack")(seen) && at("combat")(seen),
    optional: true,
    done: (seen) => at("plan")(seen) || left("combat")(seen),
    rule: "11.12",
  },
  {
    key: "odds",
    title: "Odds",
    text: "Let others join, add an Air Point for one on the die, and see what changes. Who loses a step becomes a battlegroup, or is gone. Where the attackers mostly fail, call it off: that costs nothing.",
    task: "Roll the die, or call the attack off.",
    target: ["panel-odds"],
    ready: at("plan"),
    optional: true,
    done: (seen) => place(seen.step) >= 0 && !at("plan")(seen),
    rule: "12.1",
  },
  {
    key: "result",
    title: "What comes of it",
    text: "The card tells the dice and the result. Retreats, losses and advances are asked one after the other.",
    task: "Decide what is asked below.",
    target: ["choices", "prompt"],
    ready: (seen) => place(seen.step) === place("combat") && !at("combat", "plan")(seen),
    optional: true,
    done: (seen) => at("combat", "plan")(seen) || left("combat")(seen),
    rule: "12.2",
  },
  during("combat", {
    key: "more",
    title: "The next one",
    text: "A unit attacks once a week, and a hex is attacked once.",
    task: "Attack again, or go on.",
    target: ["done"],
    rule: "11.14",
  }),
  during("mechanized movement", {
    key: "armour",
    title: "Mechanized units move again",
    text: "Armour goes through the gap that the infantry has made. This second march is what makes a front break.",
    task: "Move your armour, then go on.",
    target: ["done"],
    rule: "5.5a",
  }),
  during("air interdiction", {
    key: "interdict",
    title: "Over the roads",
    text: "Ground Points that are left mark a hex each: it costs the enemy two points more to enter it.",
    task: "Place some behind the front, then go on.",
    target: ["map"],
    rule: "13.53",
  }),
  LOG,
  {
    key: "end",
    title: "The week is over",
    text: "Now the Germans have theirs. Naples before the mud of week 7 is a good aim: I shows your aims at any time, the light bulb gives a hint. Good luck!",
  },
];
