import { getContext, setContext } from "svelte";
import type { Session } from "../../state/session.svelte";
import type { Briefing, Objective, Outlook, Stake } from "../../wire";
import { Answered, follow } from "../../shared/follow.svelte";
import { sidesNamed } from "../../shared/text";

/** How urgent something is. What stands well and what nothing can be said of are alike: what is due first comes first. */
const URGENT: Record<NonNullable<Stake["level"]>, number> = { red: 0, amber: 1, "": 2, green: 2 };

/** Where play goes after a step, and which step that was. */
interface Known {
  follows: string;
  step: string;
}

/** The step that the viewer is in: tells steps apart. */
function stepOf({ state }: Session): string {
  return JSON.stringify([state?.seat, state?.place]);
}

/** Where play goes after this step, as far as that is known of it; "" if not. */
export function knownIn(step: string, known: Known | null): string {
  return known?.step === step ? known.follows : "";
}

/** What the match is about, and how it stands: asked for anew whenever it has moved on. */
export class Standing {
  readonly briefing: Answered<Briefing | null>;
  /** Whoever looks on, as long as it is the same; undefined before anything is known. */
  private readonly seat: number | null | undefined = $derived.by(() => this.session.state?.seat);
  private readonly asked: Answered<Known & { outlook: Outlook; more: boolean; stamp: number }>;

  constructor(private readonly session: Session) {
    this.asked = follow(session, async () => {
      const stamp = session.state?.stamp ?? -1;
      const step = stepOf(session);
      const { outlook, follows, more } = await session.ask("outlook", {});
      return { outlook, follows, more, stamp, step };
    });
    this.briefing = new Answered();
    $effect(() => {
      // Each seat has its own: asked once for each.
      const { seat } = this;
      if (seat === undefined || session.connection !== "open") return;
      session.ask("briefing", {}).then(
        ({ briefing }) => {
          if (session.state?.seat === seat) this.briefing.value = briefing;
          this.briefing.asked = true;
        },
        () => undefined, // the connection is lost: asked again when it is back
      );
    });
  }

  get outlook(): Outlook | null {
    return this.asked.value?.outlook ?? null;
  }

  get problem(): string | null {
    return this.asked.problem;
  }

  /** Where play goes when the viewer ends the present step; "" while that is not known. */
  get follows(): string {
    const { value } = this.asked;
    const known = value && value.stamp === this.session.state?.stamp;
    return known ? sidesNamed(value.follows, this.session.game?.seats ?? []) : "";
  }

  /** The same for the button that ends the step: until it is known anew, what was known in this step last. So the buttons
   * beside it stay where they are after each order. */
  get heading(): string {
    const follows = knownIn(stepOf(this.session), this.asked.value);
    return sidesNamed(follows, this.session.game?.seats ?? []);
  }

  /** Whether the viewer decides next, too, when it ends the present step: then nothing is lost yet. */
  get hasMore(): boolean {
    const { value } = this.asked;
    return value?.stamp === this.session.state?.stamp && (value?.more ?? false);
  }

  /** What decides the match for a side (null: for either), the most urgent first. */
  stakes(side: number | null): Stake[] {
    if (this.session.state?.outcome) return []; // nothing is at stake any more
    return urgent((this.outlook?.due ?? []).filter((stake) => side === null || stake.side === side));
  }

  /** The one that the top bar shows: the viewer's most urgent, or whosever it is. */
  get foremost(): Stake | undefined {
    const seat = this.session.state?.seat ?? null;
    return this.stakes(seat)[0] ?? this.stakes(null)[0];
  }

  /** The places that decide, by who holds them as far as that is known. */
  get objectives(): readonly Objective[] {
    return this.outlook?.objectives ?? this.briefing.value?.objectives ?? [];
  }
}

/** Stakes in order of urgency; alike ones stay in their order. */
export function urgent(stakes: readonly Stake[]): Stake[] {
  const rank = (stake: Stake): number => URGENT[stake.level ?? ""];
  return [...stakes].sort((a, b) => rank(a) - rank(b));
}

const STANDING = Symbol("standing");

export function provideStanding(standing: Standing): void {
  setContext(STANDING, standing);
}

/** How the match on screen stands. */
export function useStanding(): Standing {
  return getContext<Standing>(STANDING);
}
