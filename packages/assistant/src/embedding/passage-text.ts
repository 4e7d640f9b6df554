import { createHash } from "node:crypto";
import { stripMarkdown } from "@docsteward/text/markdown/strip-markdown";
import type { Chunk, IndexedPage } from "../page/indexed-page.ts";

/** What an embedder is given of a passage: where it stands, and what it says. */
export function passageText(page: Pick<IndexedPage, "title">, chunk: Pick<Chunk, "headings" | "text">): string {
  const trail = [page.title, ...chunk.headings].join(" › ");
  return `${trail}\n${stripMarkdown(chunk.text).replace(/\s+/g, " ").trim()}`;
}

/** Names a text by its content: a vector kept under this name is of this very text. */
export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
