import { InvalidArgumentError } from "commander";

/** Makes a parser of an option that takes a whole number up to `max`, from 1 unless told. */
export function parseCount(max: number, min = 1): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < min || count > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return count;
  };
}
