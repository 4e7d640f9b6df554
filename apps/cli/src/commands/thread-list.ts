import { listThreads } from "@docsteward/services/thread/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { toExcerpt } from "../to-excerpt.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

type Options = { limit: number; json?: true };

const QUESTION_CHARACTERS = 80;

/** `docsteward thread list`: what readers talked about, newest first. */
export const threadList = makeCommand(
  "list",
  "List readers' threads with the assistant, most recent first",
  "docsteward thread list acme-docs --limit 50",
)
  .argument("<project>", "project domain")
  .option("--limit <count>", "maximum number, 1 to 100", parseCount(100), 20)
  .option("--json", "print a JSON array")
  .action((domain: string, { limit, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const { threads } = await listThreads(ctx, { limit });
      if (json) return printJson(threads);
      if (threads.length === 0) return say("No questions yet.");
      const rows = threads.map(({ id, updatedAt, turnCount, firstQuestion }) => [
        id,
        updatedAt.slice(0, 16).replace("T", " "),
        String(turnCount),
        toExcerpt(firstQuestion, { characters: QUESTION_CHARACTERS }),
      ]);
      print(toTable([["ID", "LAST", "TURNS", "FIRST QUESTION"], ...rows]));
    }),
  );
