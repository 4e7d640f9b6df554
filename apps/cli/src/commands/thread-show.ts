import { getThread } from "@docsteward/services/thread/get";
import type { TurnDetails } from "@docsteward/services/thread/present";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";
import { toPrintable } from "../to-printable.ts";
import { withProject } from "../with-project.ts";

/** `docsteward thread show`: a thread with its answers, what they cite and how they were rated. */
export const threadShow = makeCommand(
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
    `> ${toPrintable(question)}`,
    toPrintable(answer.trim()),
    ...(failure === null ? [] : [failure]),
    ...sources.map(({ number, title, url }) => `[${number}] ${toPrintable(title)}  ${url}`),
  ].join("\n");
}
