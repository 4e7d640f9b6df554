import { getThread, type TurnDetails } from "@docsteward/services/thread/get";
import { listThreads, listUnanswered } from "@docsteward/services/thread/list";
import { createCommand } from "../command.ts";
import { parseCount } from "../options.ts";
import { formatTable, print, printJson, printMessage, stripControlCharacters, toExcerpt } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { limit: number; json?: true };

const QUESTION_CHARACTERS = 80;

/** `docsteward thread list`: what readers talked about, newest first. */
export const threadList = createCommand(
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
      if (threads.length === 0) return printMessage("No questions yet.");
      const rows = threads.map(({ id, updatedAt, turnCount, firstQuestion }) => [
        id,
        updatedAt.slice(0, 16).replace("T", " "),
        String(turnCount),
        toExcerpt(firstQuestion, { characters: QUESTION_CHARACTERS }),
      ]);
      print(formatTable([["ID", "LAST", "TURNS", "FIRST QUESTION"], ...rows]));
    }),
  );

/** `docsteward thread show`: a thread with its answers, what they cite and how they were rated. */
export const threadShow = createCommand(
  "show",
  "Show a thread with all its turns",
  "docsteward thread show acme-docs thr_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<project>", "project domain")
  .argument("<id>", "thread id, from `thread list`")
  .option("--json", "print one JSON object")
  .action((domain: string, id: string, { json }: { json?: true }) =>
    withProject({ domain }, async (ctx) => {
      const thread = await getThread(ctx, { id });
      if (json) return printJson(thread);
      print(thread.turns.map(toLines).join("\n\n"));
    }),
  );

function toLines({ createdAt, question, answer, failure, sources, ...turn }: TurnDetails): string {
  const said = [turn.status, turn.category, turn.rating && `rated ${turn.rating}`, turn.comment].filter(Boolean);
  return [
    `${createdAt.slice(0, 16).replace("T", " ")}  ${said.join(", ")}`,
    `> ${stripControlCharacters(question)}`,
    stripControlCharacters(answer.trim()),
    ...(failure === null ? [] : [failure]),
    ...sources.map(({ number, title, url }) => `[${number}] ${stripControlCharacters(title)}  ${url}`),
  ].join("\n");
}

/** `docsteward thread unanswered`: what readers asked and the pages do not say. */
export const threadUnanswered = createCommand(
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
      if (turns.length === 0) return printMessage("No unanswered questions.");
      const lines = turns.map(({ createdAt, question, sources }) => {
        const nearest = [...new Set(sources.map(({ path }) => path))].join(" ");
        const asked = stripControlCharacters(question).replace(/\s+/g, " ");
        return `${createdAt.slice(0, 10)}  ${asked}${nearest === "" ? "" : `  (near ${nearest})`}`;
      });
      print(lines.join("\n"));
    }),
  );
