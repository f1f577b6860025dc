/** With a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence with a capital at its start and a stop at its end. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const begun = capital(trimmed);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
