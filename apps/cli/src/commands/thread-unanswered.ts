import { listUnanswered } from "@docsteward/services/thread/list-unanswered";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { toPrintable } from "../to-printable.ts";
import { withProject } from "../with-project.ts";

type Options = { limit: number; json?: true };

/** `docsteward thread unanswered`: what readers asked and the pages do not say. */
export const threadUnanswered = makeCommand(
  "unanswered",
  "List questions that the pages did not answer, newest first",
  "docsteward thread unanswered acme-docs",
)
  .argument("<project>", "project domain")
  .option("--limit <count>", "maximum number, 1 to 100", parseCount(100), 20)
  .option("--json", "print a JSON array")
  .action((domain: string, { limit, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const { turns } = await listUnanswered(ctx, { limit });
      if (json) return printJson(turns);
      if (turns.length === 0) return say("No unanswered questions.");
      const lines = turns.map(({ createdAt, question, sources }) => {
        const nearest = [...new Set(sources.map(({ path }) => path))].join(" ");
        const asked = toPrintable(question).replace(/\s+/g, " ");
        return `${createdAt.slice(0, 10)}  ${asked}${nearest === "" ? "" : `  (near ${nearest})`}`;
      });
      print(lines.join("\n"));
    }),
  );
