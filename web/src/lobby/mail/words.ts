import type { MailState } from "../../wire";

/** What a match by mail waits for, and what to do next. */
export function nextStep(state: MailState): string {
  switch (state.status) {
    case "offered":
      return "Send the file to your opponent. When it comes back, open it here.";
    case "offer":
      return "You may accept this offer.";
    case "yours":
      return "It is your turn: play until the other side has to decide.";
    case "ready":
      return "Your part is over. Seal it and send the file.";
    case "theirs":
      return "The file has to reach the other side. When the answer comes, open it here.";
    case "over":
      return "The match is over.";
  }
}

/** A public key short enough to read to each other over the telephone. */
export function fingerprint(key: string): string {
  return (key.slice(0, 16).match(/.{1,4}/g) ?? []).join(" ").toUpperCase();
}
