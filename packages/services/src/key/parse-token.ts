import { KEY_PATTERN, KEY_PREFIX, type KeyKind } from "@docsteward/contract/key";
import { checksumOf } from "./checksum.ts";

/** The kind that a token claims to be; null when its form or its checksum is wrong, and no look-up is worth the while. */
export function parseToken(token: string): KeyKind | null {
  if (!KEY_PATTERN.test(token) || checksumOf(token.slice(0, -6)) !== token.slice(-6)) return null;
  return token.startsWith(KEY_PREFIX.assistant) ? "assistant" : "admin";
}
