import { crc32 } from "node:zlib";
import { BASE62 } from "./base62.ts";

/** The last 6 characters of a token: CRC32 of all before them, in base62. Tells a mistyped token without asking the database. */
export function checksumOf(text: string): string {
  let value = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place += 1) {
    digits = BASE62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
