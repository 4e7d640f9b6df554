import { randomBytes } from "node:crypto";

/** A secret of GitHub's form: what it is for, and 36 letters and digits. */
export function newSecret(prefix: string): string {
  const letters = randomBytes(48)
    .toString("base64")
    .replaceAll(/[^A-Za-z0-9]/g, "0");
  return `${prefix}${letters.slice(0, 36)}`;
}
