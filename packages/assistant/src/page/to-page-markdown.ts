import { bodyOf } from "@docsteward/docs/page/read-frontmatter";
import { readableBody } from "./readable-body.ts";

/** The Markdown of a page's file as a reader may have it: without front matter, imports, exports and comments. */
export function toPageMarkdown(text: string): string {
  return readableBody(bodyOf(text));
}
