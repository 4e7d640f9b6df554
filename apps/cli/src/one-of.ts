import { InvalidArgumentError } from "commander";

/** Makes a parser of an option that takes one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new InvalidArgumentError(`It must be ${words.join(" or ")}.`);
    return word;
  };
}
