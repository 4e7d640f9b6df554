import { parseInput } from "@docsteward/contract/input-schema";
import { recheckGap } from "@docsteward/services/gap/ask-again";
import { CreateGapJob, createGapJob, draftGapJob } from "@docsteward/services/gap/create-job";
import { listGaps, SetGapState, setGapState } from "@docsteward/services/gap/gap";
import { createCommand } from "../command.ts";
import { oneOf, parseCount } from "../options.ts";
import { formatTable, print, printJson, printMessage, stripControlCharacters, toExcerpt } from "../output.ts";
import { withProject } from "../with-services.ts";
import { watchJob } from "./job.ts";

const STATES = ["open", "dismissed", "done"] as const;
const SORTS = ["asked", "newest"] as const;
type Options = { state: (typeof STATES)[number]; sort: (typeof SORTS)[number]; limit: number; json?: true };

const QUESTION_CHARACTERS = 80;

/** `docsteward gap list`: what the documentation lacks, by how often it was asked. */
export const gapList = createCommand(
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
      if (gaps.length === 0) return printMessage(`No ${query.state === "open" ? "open gaps" : "gaps"} found.`);
      const rows = gaps.map(({ id, askedCount, lastAskedAt, stage, question }) => [
        id,
        String(askedCount),
        lastAskedAt.slice(0, 10),
        stage,
        toExcerpt(question, { characters: QUESTION_CHARACTERS }),
      ]);
      print(formatTable([["ID", "ASKED", "LAST", "STAGE", "QUESTION"], ...rows]));
    }),
  );

type JobOptions = { prompt?: string; model?: string; dryRun?: true; watch?: true; json?: true };

/** `docsteward gap job`: has the agent write what a gap lacks. */
export const gapJob = createCommand(
  "job",
  "Create a job that closes a gap, with a prompt generated from its questions",
  "docsteward gap job acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --watch",
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--prompt <text>", "prompt to use instead of the generated one")
  .option("--model <name>", "model (default: the installation's model)")
  .option("--dry-run", "print the prompt without creating a job")
  .option("--watch", "follow the job until it ends (exit code 1 if it fails)")
  .option("--json", "print the job as one JSON object; with --watch, also one event per line")
  .action((domain: string, id: string, { prompt, model, dryRun, watch, json }: JobOptions) =>
    withProject({ domain }, async (ctx) => {
      if (dryRun) return print(prompt ?? (await draftGapJob(ctx, { id })).prompt);
      const job = await createGapJob(ctx, parseInput(CreateGapJob, { id, prompt, model }));
      if (json) printJson(job);
      else if (!watch) print(job.id);
      printMessage(`${ctx.baseUrl}/${ctx.organization.slug}/${ctx.project.domain}/jobs/${job.id}`);
      if (watch) await watchJob(ctx, { id: job.id, isJson: json === true });
    }),
  );

/** `docsteward gap ask`: asks the question of a gap again, of the pages as they are now. */
export const gapAsk = createCommand(
  "ask",
  "Ask a gap's question again; marks the gap done if the pages answer it",
  "docsteward gap ask acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--json", "print one JSON object")
  .action((domain: string, id: string, { json }: { json?: true }) =>
    withProject({ domain }, async (ctx) => {
      const { answer, isDone } = await recheckGap(ctx, { id, signal: new AbortController().signal });
      if (json) return printJson({ isDone, ...answer });
      print(stripControlCharacters(answer.answer.trim()));
      printMessage(isDone ? `Gap ${id} is done: the pages answer it.` : `Gap ${id} stays open.`);
    }),
  );

const CLOSED_STATES = ["dismissed", "done", "open"] as const;
type CloseOptions = { as: (typeof CLOSED_STATES)[number]; note?: string };

/** `docsteward gap close`: takes a gap off the list, or puts it back. */
export const gapClose = createCommand(
  "close",
  "Close or reopen a gap",
  'docsteward gap close acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --note "Not ours"',
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--as <state>", "dismissed or done; open to reopen it", oneOf(CLOSED_STATES), "dismissed")
  .option("--note <text>", "why")
  .action((domain: string, id: string, { as, note }: CloseOptions) =>
    withProject({ domain }, async (ctx) => {
      await setGapState(ctx, parseInput(SetGapState, { id, state: as, note }));
      printMessage(`Gap ${id} is ${as}.`);
    }),
  );
