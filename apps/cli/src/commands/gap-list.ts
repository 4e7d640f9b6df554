import { listGaps } from "@docsteward/services/gap/list";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { toExcerpt } from "../to-excerpt.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

const STATES = ["open", "dismissed", "done"] as const;
const SORTS = ["asked", "newest"] as const;
type Options = { state: (typeof STATES)[number]; sort: (typeof SORTS)[number]; limit: number; json?: true };

const QUESTION_CHARACTERS = 80;

/** `docsteward gap list`: what the documentation lacks, by how often it was asked. */
export const gapList = makeCommand(
  "list",
  "List questions that the pages did not answer well, grouped by topic",
  "docsteward gap list acme-docs --sort newest",
)
  .argument("<project>", "project domain")
  .option("--state <state>", "open, dismissed or done", oneOf(STATES), "open")
  .option("--sort <order>", "asked (most asked first) or newest", oneOf(SORTS), "asked")
  .option("--limit <count>", "maximum number, 1 to 100", parseCount(100), 20)
  .option("--json", "print a JSON array")
  .action((domain: string, { json, ...query }: Options) =>
    withProject({ domain }, async (ctx) => {
      const { gaps } = await listGaps(ctx, query);
      if (json) return printJson(gaps);
      if (gaps.length === 0) return say(`No ${query.state === "open" ? "open gaps" : "gaps"} found.`);
      const rows = gaps.map(({ id, askedCount, lastAskedAt, stage, question }) => [
        id,
        String(askedCount),
        lastAskedAt.slice(0, 10),
        stage,
        toExcerpt(question, { characters: QUESTION_CHARACTERS }),
      ]);
      print(toTable([["ID", "ASKED", "LAST", "STAGE", "QUESTION"], ...rows]));
    }),
  );
