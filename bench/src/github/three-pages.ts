import { type ModelRequest, reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import type { Page } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";

/**
 * What the model says in a job that edits three pages: it reads them, edits them, and is done. The revision stands in the prompt, so
 * that no two jobs come to the same files.
 */
export function threePages(pages: readonly Page[]): (request: ModelRequest) => ScriptTurn | undefined {
  return ({ lastUserText, turn }) => {
    const [, from = "1", to = "2"] = lastUserText.match(/from revision (\d+) to (\d+)/) ?? [];
    const edited = pages.slice(0, 3);
    const calls = (toCall: (page: Page) => { name: string; input: unknown }): ScriptTurn => ({
      toolCalls: edited.map(toCall),
    });
    return [
      calls(({ path }) => ({ name: "read", input: { path } })),
      calls(({ path, number }) => ({
        name: "edit",
        input: { path, old: reviewLine(number, Number(from)), new: reviewLine(number, Number(to)) },
      })),
      reply.tool("finish", { title: `Review three pages (${to})`, summary: "Raised the revision of three pages." }),
    ][turn % 3];
  };
}
