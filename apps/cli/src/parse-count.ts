import { InvalidArgumentError } from "commander";

/** Makes a parser of an option that takes a whole number from 1 to `max`. */
export function parseCount(max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > max) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    }
    return count;
  };
}
