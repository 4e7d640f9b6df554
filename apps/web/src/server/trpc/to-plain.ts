/** A value as it comes out of JSON: what a browser gets of it. */
export type Plain<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

/** Turns every moment into its text, so that the page that is rendered here and the one that asks from afar get the same. */
export function toPlain<T>(value: T): Plain<T> {
  return JSON.parse(JSON.stringify(value)) as Plain<T>;
}
