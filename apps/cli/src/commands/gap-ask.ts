import { askGapAgain } from "@docsteward/services/gap/ask-again";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toPrintable } from "../to-printable.ts";
import { withProject } from "../with-project.ts";

/** `docsteward gap ask`: asks the question of a gap again, of the pages as they are now. */
export const gapAsk = makeCommand(
  "ask",
  "Ask a gap's question again; marks the gap done if the pages answer it",
  "docsteward gap ask acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--json", "print one JSON object")
  .action((domain: string, id: string, { json }: { json?: true }) =>
    withProject({ domain }, async (ctx) => {
      const { answer, isDone } = await askGapAgain(ctx, { id, signal: new AbortController().signal });
      if (json) return printJson({ isDone, ...answer });
      print(toPrintable(answer.answer.trim()));
      say(isDone ? `Gap ${id} is done: the pages answer it.` : `Gap ${id} stays open.`);
    }),
  );
