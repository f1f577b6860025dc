/** One key binding. Keys are written as `Ctrl+Shift+Z`, `N`, `/`, `ArrowUp`; letters without regard to case. */
export interface Binding {
  keys: string[];
  title: string;
  /** Heading in the keyboard help. */
  group: "Orders" | "Map" | "Panels" | "Match";
  run(event: KeyboardEvent): void;
  /** Also while a text field has the focus. */
  whileTyping?: boolean;
  /** When false, the binding does not apply just now and the key goes on to others. */
  when?(): boolean;
}

const bindings: Binding[] = [];

/** Register bindings; the function that comes back takes them away again. Later ones come first. */
export function bindKeys(...added: Binding[]): () => void {
  bindings.unshift(...added);
  return () => {
    for (const one of added) {
      const at = bindings.indexOf(one);
      if (at >= 0) bindings.splice(at, 1);
    }
  };
}

/** Every binding, for the keyboard help. */
export function allBindings(): readonly Binding[] {
  return bindings;
}

/** The name of a key as bindings write it. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string {
  const letter = /^[a-z]$/i.test(event.key);
  const key = letter ? event.key.toUpperCase() : event.key === " " ? "Space" : event.key;
  const named = letter || key.length > 1;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  // With a sign such as "?" the shift key only serves to type it.
  if (event.shiftKey && named) parts.push("Shift");
  return [...parts, key].join("+");
}

/** Give a key press to the first binding that wants it; whether one did. */
export function dispatchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const name = keyName(event);
  const typing = isTyping(event.target) && !/^F\d+$/.test(name); // no text is typed by those
  const pressing = isControl(event.target) && (name === "Enter" || name === "Space");
  const sliding = isSlider(event.target) && /^(Arrow|Page|Home|End)/.test(name);
  for (const one of bindings) {
    if (!one.keys.includes(name)) continue;
    if ((typing && !one.whileTyping) || pressing || sliding) continue;
    if (one.when && !one.when()) continue;
    event.preventDefault();
    one.run(event);
    return true;
  }
  return false;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "range"].includes(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Whether something has been typed into a field, which Escape then clears: not so a switch or a choice, which have a value, too. */
export function holdsText(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
    isTyping(target) &&
    target.value !== ""
  );
}

/** Whether arrows move something within what has the focus: a slider, or one of several choices. */
function isSlider(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ["range", "radio"].includes(target.type);
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a[href], summary, [role=button]") !== null;
}
