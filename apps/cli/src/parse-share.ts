import { InvalidArgumentError } from "commander";

/** Reads an option that takes a share from 0 to 1. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1)) throw new InvalidArgumentError("It must be from 0 to 1.");
  return share;
}
