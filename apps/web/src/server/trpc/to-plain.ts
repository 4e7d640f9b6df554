/** A value as it comes out of JSON: what a browser gets of it. */
export type Plain<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

/** Turns every date into its text, so that the server-rendered page and a browser's query get the same. */
export function toPlain<T>(value: T): Plain<T> {
  return JSON.parse(JSON.stringify(value)) as Plain<T>;
}
