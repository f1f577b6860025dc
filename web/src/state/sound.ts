import type { MatchEvent } from "../wire";

/** What can be heard. */
export type Sound = "dice" | "march" | "guns" | "turn";

/** How long a sound of a kind keeps another of its kind from being heard, in milliseconds. */
const APART = 350;

/** The sound that an event makes; null for those that pass in silence. */
export function soundOf(event: Pick<MatchEvent, "draw" | "battle" | "hexes" | "units">): Sound | null {
  if (event.draw) return event.battle == null ? "dice" : "guns";
  return (event.hexes ?? []).length > 0 && (event.units ?? []).length > 0 ? "march" : null;
}

/** Makes sounds out of nothing but noise and tones: there are no recordings to load. */
export class Band {
  private context: AudioContext | null = null;
  private readonly last = new Map<Sound, number>();

  /** Let something be heard, at a volume of 0 to 100. */
  play(sound: Sound, volume: number): void {
    if (volume <= 0 || typeof AudioContext !== "function") return;
    const now = performance.now();
    if (now - (this.last.get(sound) ?? -Infinity) < APART) return;
    this.last.set(sound, now);
    const context = (this.context ??= new AudioContext());
    // Until the page has been clicked once a browser lets nothing be heard.
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = (volume / 100) ** 2 * 0.6;
    out.connect(context.destination);
    PARTS[sound](context, out, context.currentTime);
  }

  close(): void {
    void this.context?.close();
    this.context = null;
  }
}

const PARTS: Record<Sound, (context: AudioContext, out: AudioNode, at: number) => void> = {
  dice: (context, out, at) => {
    for (const [delay, loud] of [
      [0, 0.9],
      [0.07, 0.6],
      [0.15, 0.7],
      [0.21, 0.4],
      [0.3, 0.25],
    ] as const)
      noise(context, out, { at: at + delay, length: 0.03, pitch: 2600, loud });
  },
  march: (context, out, at) => {
    for (let step = 0; step < 4; step++)
      noise(context, out, { at: at + step * 0.16, length: 0.06, pitch: 420, loud: 0.5 });
  },
  guns: (context, out, at) => {
    for (const delay of [0, 0.22, 0.38]) {
      noise(context, out, { at: at + delay, length: 0.45, pitch: 180, loud: 1 });
      tone(context, out, { at: at + delay, length: 0.3, from: 70, to: 38, loud: 0.8 });
    }
  },
  turn: (context, out, at) => {
    tone(context, out, { at, length: 0.35, from: 523, to: 523, loud: 0.35 });
    tone(context, out, { at: at + 0.16, length: 0.5, from: 784, to: 784, loud: 0.3 });
  },
};

/** When something is heard, for how many seconds, and how loud. */
interface Heard {
  at: number;
  length: number;
  loud: number;
}

/** A burst of noise below `pitch` hertz. */
function noise(
  context: AudioContext,
  out: AudioNode,
  { at, length, pitch, loud }: Heard & { pitch: number },
): void {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++)
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

/** A tone that dies away, sliding from one pitch to another. */
function tone(
  context: AudioContext,
  out: AudioNode,
  { at, length, from, to, loud }: Heard & { from: number; to: number },
): void {
  const source = context.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
}
