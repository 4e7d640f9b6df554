import { KEY_LIFETIMES, type KeyLifetime } from "@docsteward/contract/key";
import { InvalidArgumentError } from "commander";

/** Reads how many days a key lasts, one of a few; null is `never`. */
export function parseDays(text: string): KeyLifetime {
  const lifetime = KEY_LIFETIMES.find((days) => text === (days === null ? "never" : String(days)));
  if (lifetime !== undefined) return lifetime;
  throw new InvalidArgumentError(`It must be ${KEY_LIFETIMES.map((days) => days ?? "never").join(", ")}.`);
}
