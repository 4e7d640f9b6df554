import { toPrintable } from "./to-printable.ts";

/** A text that others wrote in one line, cut after so many characters. */
export function toExcerpt(text: string, { characters }: { characters: number }): string {
  const line = toPrintable(text).replace(/\s+/g, " ").trim();
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}
