import { randomInt } from "node:crypto";
import { KEY_PREFIX, type KeyKind } from "@docsteward/contract/key";
import { BASE62 } from "./base62.ts";
import { checksumOf } from "./checksum.ts";

/** Makes a token that nobody can guess: prefix, 32 random base62 characters (190 bits), checksum. */
export function makeToken(kind: KeyKind): string {
  const random = Array.from({ length: 32 }, () => BASE62.charAt(randomInt(62))).join("");
  const body = `${KEY_PREFIX[kind]}${random}`;
  return `${body}${checksumOf(body)}`;
}
