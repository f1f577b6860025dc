/** How long to wait before attempt number `attempt` (from 0) to connect again, in milliseconds. */
export function delayBefore(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(8000, 300 * 2 ** attempt);
  return ceiling * (0.6 + 0.4 * random());
}
