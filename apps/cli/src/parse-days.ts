import { InvalidArgumentError } from "commander";

/** Reads a number of days, 1 to 3650; null is `never`. */
export function parseDays(text: string): number | null {
  if (text === "never") return null;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > 3_650) {
    throw new InvalidArgumentError("It must be a number of days from 1 to 3650, or never.");
  }
  return days;
}
