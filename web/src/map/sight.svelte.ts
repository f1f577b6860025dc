import { tick, untrack } from "svelte";
import { isPuzzle } from "../lobby/puzzles";
import type { Bench } from "../orders/bench.svelte";
import type { Standing } from "../panels/aims/standing.svelte";
import type { Session } from "../state/session.svelte";
import { guidedHexes } from "./guided";
import { isNarrow } from "./narrow";
import type { MapView } from "./view";

/** What the map is to show, and where that is known. */
export interface Sight {
  view(): MapView | null;
  /** Where on the map something may be chosen now. */
  choosable(): readonly number[];
  /** Whether the map is no longer there. */
  isGone(): boolean;
  session: Session;
  bench: Bench;
  standing: Standing;
}

/** Of the places where an order can go on, so few at most are no view of them. */
const HARDLY = 0.15;

/** Whether of hexes no more than a few are in sight. */
function hardlySees({ eye }: MapView, hexes: readonly number[]): boolean {
  return hexes.filter((hex) => eye.sees(hex)).length <= hexes.length * HARDLY;
}

/**
 * Open the map with what matters first, and bring what can be chosen into sight, as long as the component is there that
 * calls this.
 */
export function keepInSight({ view, choosable, isGone, session, bench, standing }: Sight): void {
  /** Where a battle is being fought. */
  const fought = $derived(session.shown?.battle ?? null);

  /** The hexes of the attack under way. */
  const attack = $derived(
    (session.state?.sheet.marks ?? [])
      .filter((mark) => mark.kind === "attack")
      .flatMap((mark) => (mark.to == null ? [mark.hex] : [mark.hex, mark.to])),
  );
  /** Whether an attack is being put together. */
  const planning = $derived(session.myTurn && (session.state?.weighing ?? false));

  /** Where the attack is made that is being put together, not those that were announced before; else where any is made. */
  const planned = $derived(fought !== null ? [fought] : attack);

  /** What a guide is about that is on; null without one. */
  const guided = $derived(guidedHexes(session));

  // A match that begins opens with what its briefing frames, together with what can be chosen beyond it, and one with a
  // guide with what its step is about; any other with what can act and, if that is near, where it can go, or with an attack that is being
  // planned, and who is near it: not the few who could support it from afar.
  let asked = false;
  /** What it was opened with, as long as it is not known what can be chosen beyond that; null then, and before. */
  let framed: readonly number[] | null = $state.raw(null);
  const puzzle = $derived(isPuzzle(session.summary?.scenario ?? ""));
  $effect(() => {
    const shown = view();
    const { state } = session;
    if (!shown || asked || !state) return;
    const begins = untrack(() => session.isNew);
    const sights = untrack(() => guided);
    shown.waiting = (begins || sights !== null) && !standing.briefing.asked;
    if (shown.waiting) return;
    const told = begins || sights !== null ? (standing.briefing.value?.frame ?? []) : [];
    const frame = sights?.length ? sights : told;
    if (frame.length === 0 && !session.myTurn) return;
    asked = true;
    untrack(() => {
      if (frame.length > 0) {
        shown.eye.openOn(frame);
        // What else can be chosen is for the other steps of a guide.
        if (!sights || (begins && sights.length === 0)) framed = frame;
        return;
      }
      if (planning && attack.length > 0) {
        const beside = new Set(attack.flatMap((hex) => shown.board.neighbours(hex).map((next) => next?.id)));
        shown.eye.open([...attack, ...choosable().filter((hex) => beside.has(hex))]);
        return;
      }
      shown.waiting = true;
      session
        .ask("reach", {})
        .then(
          ({ hexes }) => hexes,
          () => [], // then it opens with what can act alone
        )
        .then((hexes) => {
          shown.waiting = false;
          if (!isGone()) shown.eye.open(choosable(), hexes, planning);
        });
    });
  });

  $effect(() => {
    const [shown, { state }, frame] = [view(), session, framed];
    if (!shown || !state || frame === null) return;
    const choices = choosable();
    bench.whenSettled(() => {
      // Until the choices are there, and where there are none in a step that passes by itself, those to come count.
      if (isGone() || framed === null || bench.stamp !== state.stamp || choosable() !== choices) return;
      if (choices.length === 0 && session.isFresh) return;
      framed = null;
      // Who is not named in a puzzle stands far away, and has nothing to do with it.
      if (puzzle && choices.some((hex) => frame.includes(hex))) return;
      if (session.isFresh && choices.some((hex) => !shown.eye.sees(hex))) shown.eye.openOn(frame, choices);
    });
  });

  // The panel that tells the odds of an attack cuts off neither where it is made nor who can join it there.
  $effect(() => {
    view()?.eye.keep(planning || fought !== null ? planned : []);
  });

  // Choices that are all out of sight are brought into view, once: of a new decision (an attack under way comes first, and
  // a battle, where all is decided beside the map), who can carry out the order that was chosen, and where a unit can go that was.
  // In a new step the map goes back to where it was before it was taken to the choices of another, if some are there, too.
  // A battle is looked at from near by, once: whoever goes back further away stays there.
  let brought = "";
  let served = "";
  let near: number | null = null;
  /** Whether the map came near for the choices of an order. */
  let neared = false;
  $effect(() => {
    const { state, myTurn } = session;
    const shown = view();
    void choosable();
    const moment = `${state?.entry} ${bench.begun} ${bench.chosen.length}`;
    if (!shown || !state || !myTurn || moment === brought) return;
    // What is shown while the choices are still asked for may be those of the decision before.
    bench.whenSettled(() => {
      untrack(() => {
        const from = bench.begun && bench.anchor !== null ? [bench.anchor] : [];
        // What a guide speaks of is shown by it, whatever else may be chosen nearer.
        const named = (guided ?? []).filter((hex) => choosable().includes(hex));
        const few = (): number[] => shown.eye.nearest(named.length > 0 ? named : choosable(), 12, from[0]);
        const offered = choosable().length === 0 && fought !== null ? [fought] : few();
        // While one of several is chosen for an attack, as a headquarters for an airstrike, those are what matters.
        // Attacks that are only announced, as landings are, come after what can be chosen.
        const leads = planning || (fought === null && offered.length === 0);
        const all = planned.length > 0 && !bench.begun && leads ? planned : offered;
        if (isGone() || moment === brought || bench.stamp !== state.stamp) return;
        const step = state.place.join(" ");
        const isNew = served !== "" && served !== step;
        served = step;
        if (all.length === 0) {
          // Nothing is to be seen of it: the map is where it was before others were watched.
          if (isNew) shown.eye.goBack([]);
          return;
        }
        brought = moment;
        // The one place that is left to choose, after another place of the same order, is easily overlooked.
        const sole = bench.chosen.length > 1 && choosable().length === 1 && bench.targets.listed.length === 0;
        // Whoever chose a unit by its key is shown it at the same moment.
        void tick().then(() => {
          if (isGone()) return;
          const isClose = fought !== null && fought !== near;
          near = fought;
          // From battle to battle it goes straight.
          // Where it came near for an order alone it goes back whatever can be chosen next.
          if (neared && !bench.begun) {
            neared = false;
            shown.eye.goBack([]);
          } else if (isNew && fought === null)
            shown.eye.goBack(attack.length > 0 && leads ? attack : choosable());
          // Who was looked for elsewhere acts where the map lay before, as an airborne division that waits in England.
          else if (bench.begun && hardlySees(shown, choosable())) shown.eye.goBack(choosable());
          shown.eye.offer(isClose ? [fought] : all, from, isClose);
          if (fought === null && (planned.length === 0 || !leads)) {
            // Where few can act close to each other, they are not left as small as all of the map made them; on a phone, neither are
            // the places where an order can go on, for as long as it is put together.
            if (!bench.begun && isNew) shown.eye.approach(choosable());
            else if (bench.begun && isNarrow())
              shown.eye.approach(choosable(), 0, () => (neared = bench.begun));
          }
          if (sole) shown.effects.flash(choosable());
        });
      });
    });
  });
}
