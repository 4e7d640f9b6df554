import { KEY_LIFETIMES, type KeyLifetime } from "@docsteward/contract/key";
import { SearchFilter } from "@docsteward/contract/site-search";
import { InvalidArgumentError } from "commander";

/** Makes a parser of an option that may be given several times, or with several values. */
export function collect<T>(parse: (text: string) => T) {
  return (text: string, before: T[] | undefined): T[] => [...(before ?? []), parse(text)];
}

/** Makes a parser of an option that takes one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new InvalidArgumentError(`It must be ${words.join(" or ")}.`);
    return word;
  };
}

/** Makes a parser of an option that takes a whole number up to `max`, by default from 1. */
export function parseCount(max: number, min = 1): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < min || count > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return count;
  };
}

/** Reads how many days a key lasts, one of a few; null is `never`. */
export function parseDays(text: string): KeyLifetime {
  const lifetime = KEY_LIFETIMES.find((days) => text === (days === null ? "never" : String(days)));
  if (lifetime !== undefined) return lifetime;
  throw new InvalidArgumentError(`It must be ${KEY_LIFETIMES.map((days) => days ?? "never").join(", ")}.`);
}

/** Adds `name=value` to the filter of a search. Groups add up; of all others the last one counts. */
export function parseFilter(text: string, earlier: SearchFilter): SearchFilter {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const given = name === "groups" ? { groups: [...(earlier.groups ?? []), value] } : { [name]: value };
  const parsed = SearchFilter.safeParse({ ...earlier, ...given });
  if (at < 1 || value === "" || !parsed.success) {
    throw new InvalidArgumentError(`It must be ${Object.keys(SearchFilter.shape).join(", ")}, then = and a value.`);
  }
  return parsed.data;
}

/** Reads an option that takes a share from 0 to 1. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1)) throw new InvalidArgumentError("It must be from 0 to 1.");
  return share;
}

/** Wrong arguments, in a sentence. The process ends with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** `app=../app@main`, or `app=../app@v1..v2` for a change between two refs. */
export type SourceOption = { name: string; folder: string; ref: string; base: string | null };

const SOURCE = /^([a-z0-9][a-z0-9-]{0,39})=([^@]+)(?:@(.+))?$/;

/** Reads one `--source`, and puts it behind the earlier ones. */
export function addSource(text: string, earlier: readonly SourceOption[]): SourceOption[] {
  const [, name = "", folder = "", refs = "HEAD"] = SOURCE.exec(text) ?? [];
  if (name === "") throw new UsageError(`"${text}" isn't a source. Use the form app=../app@main.`);
  if (earlier.some((source) => source.name === name)) throw new UsageError(`Two sources have the name "${name}".`);
  const dots = refs.indexOf("..");
  const [base, ref] = dots < 0 ? [null, refs] : [refs.slice(0, dots), refs.slice(dots + 2) || "HEAD"];
  return [...earlier, { name, folder, ref, base }];
}
