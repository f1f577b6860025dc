import type { Binding } from "../keys/registry";
import type { Session } from "../state/session.svelte";
import type { Bench } from "./bench.svelte";

/** The keys of giving orders. */
export function orderKeys(session: Session, bench: Bench): Binding[] {
  const bind = (keys: string[], title: string, run: () => void, when?: () => boolean): Binding => ({
    keys,
    title,
    group: "Orders",
    run,
    ...(when ? { when } : {}),
  });
  const go = (step: 1 | -1) => () => {
    const unit = bench.nextUnit(step);
    if (unit === null) return;
    const piece = session.state?.sheet.pieces.find((one) => one.unit === unit);
    if (piece?.hex != null) session.stage?.show([piece.hex]);
  };
  const whole = () => (bench.finished.length === 1 ? bench.finished[0] : undefined);
  return [
    bind(["N"], "Next unit that can still act", go(1)),
    bind(["P"], "Unit before that can still act", go(-1)),
    bind(
      ["Enter"],
      "Hand over to the next player",
      () => {
        session.drawCurtain();
      },
      () => session.handover !== null,
    ),
    bind(
      ["Enter", "Ctrl+Enter"],
      "Go on: done, roll, the order that is ready, or the one choice that is left",
      () => {
        const ready = whole();
        if (ready) bench.finish(ready);
        else if (bench.sole) void bench.takeSole();
        else if (!bench.begun) bench.goOn();
      },
      () => whole() !== undefined || bench.sole !== null || (bench.primary !== null && !bench.begun),
    ),
    bind(
      ["Escape"],
      "One step back",
      () => {
        if (!bench.back()) bench.pointing.clear();
      },
      () => bench.begun || bench.pointing.refusal !== null,
    ),
    bind(["Ctrl+Z"], "Take back the last order", () => void session.undo()),
    bind(["Ctrl+Shift+Z", "Ctrl+Y"], "Give it again", () => void session.redo()),
  ];
}
