/** The parts of milsymbol that the page uses; the whole library would be four times as large. */
declare module "milsymbol/parts" {
  export const ms: {
    addIcons(icons: unknown): void;
    Symbol: typeof import("milsymbol").Symbol;
  };
  export const numberlandunit: unknown;
}
