import { reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import type { Page } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";

const EDITED_PAGES = 8;

/**
 * The turns of a job of 30 steps: todos, a look around, eight pages found, read and edited, todos again, a check, finish.
 *
 * @param pages of the generated site, at least eight
 */
export function thirtySteps(pages: readonly Page[]): ScriptTurn[] {
  const edited = Array.from(
    { length: EDITED_PAGES },
    (_, index) => pages[Math.floor((index * pages.length) / EDITED_PAGES)],
  );
  const work = edited.flatMap((page) =>
    page === undefined
      ? []
      : [
          reply.tool("grep", { pattern: `Page ${page.number}, reviewed` }),
          reply.tool("read", { path: page.path }),
          reply.tool("edit", { path: page.path, old: reviewLine(page.number, 1), new: reviewLine(page.number, 2) }),
        ],
  );
  return [
    reply.tool("todo_write", { todos: todos("in_progress") }),
    reply.tool("search", { query: "replica backup timeout" }),
    reply.tool("glob", { pattern: "**/*.mdx" }),
    ...work,
    reply.tool("todo_write", { todos: todos("completed") }),
    reply.tool("validate", {}),
    reply.tool("finish", { title: "Review eight pages", summary: "Raised the revision of eight pages." }),
  ];
}

function todos(status: "in_progress" | "completed") {
  const contents = ["Find the pages", "Raise their revision", "Look at the difference"];
  return contents.map((content, index) => ({ id: String(index + 1), content, status, priority: "medium" }));
}
