import { reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import type { Page } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";

/** The turns of a job that finds, reads and edits the first page of a generated site. */
export function fourSteps(pages: readonly Page[]): ScriptTurn[] {
  const page = pages[0];
  if (page === undefined) throw new Error("The script edits a page, and the site has none.");
  return [
    reply.tool("grep", { pattern: `Page ${page.number}, reviewed` }),
    reply.tool("read", { path: page.path }),
    reply.tool("edit", { path: page.path, old: reviewLine(page.number, 1), new: reviewLine(page.number, 2) }),
    reply.tool("finish", { title: "Review a page", summary: "Raised the revision of one page." }),
  ];
}
