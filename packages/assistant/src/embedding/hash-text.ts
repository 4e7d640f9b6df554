import { createHash } from "node:crypto";

/** Names a text by its content: a vector kept under this name is of this very text. */
export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
