import { createHmac, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  KEY_PATTERN,
  KEY_PREFIX,
  type KeyKind,
  SIGN_IN_PREFIX,
  SIGN_IN_TOKEN_PATTERN,
  type SignInTokenKind,
} from "@docsteward/contract/key";
import { type Secrets, secretsOf } from "../secret/seal.ts";

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The last 6 characters of a token: CRC32 of all before them, in base62. Tells a mistyped token without asking the database. */
function checksumOf(text: string): string {
  let value = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place += 1) {
    digits = BASE62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

const PREFIX = { ...KEY_PREFIX, ...SIGN_IN_PREFIX };

/** Makes an unguessable token: prefix, 32 random base62 characters (190 bits), checksum. */
export function makeToken(kind: KeyKind | SignInTokenKind): string {
  const random = Array.from({ length: 32 }, () => BASE62.charAt(randomInt(62))).join("");
  const body = `${PREFIX[kind]}${random}`;
  return `${body}${checksumOf(body)}`;
}

const hasChecksum = (token: string) => checksumOf(token.slice(0, -6)) === token.slice(-6);

/** The kind that a token claims to be; null when its form or its checksum is wrong, and no look-up is worth the while. */
export function parseToken(token: string): KeyKind | null {
  if (!KEY_PATTERN.test(token) || !hasChecksum(token)) return null;
  return token.startsWith(KEY_PREFIX.assistant) ? "assistant" : "admin";
}

/** The same for a token of a signed-in program. */
export function parseSignInToken(token: string): SignInTokenKind | null {
  if (!SIGN_IN_TOKEN_PATTERN.test(token) || !hasChecksum(token)) return null;
  return token.startsWith(SIGN_IN_PREFIX.access) ? "access" : "refresh";
}

/** What is stored of a token: without the secret of the installation it neither shows nor proves a token. */
export function hashToken(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}

/** What may be stored of a token: by the secret, and by the one before it. */
export function hashesOf(secrets: Secrets, token: string): string[] {
  return secretsOf(secrets).map((secret) => hashToken(secret, token));
}
