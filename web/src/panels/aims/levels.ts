import type { Stake } from "../../wire";

/** How something stands, in words for those who do not see colours. */
export function inWords(level: Stake["level"]): string {
  switch (level) {
    case "green":
      return "safe";
    case "amber":
      return "in danger";
    case "red":
      return "lost if nothing changes";
    default:
      return "open";
  }
}
