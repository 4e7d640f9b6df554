import { env } from "@docsteward/platform/env";
import { formatReport, summarize } from "../bench/results.ts";
import type { BenchRequest } from "../bench/run-bench.ts";
import { createCommand } from "../command.ts";
import { addSource, parseCount } from "../options.ts";
import { print, printJson, printMessage, toExcerpt } from "../output.ts";

type Options = Omit<BenchRequest, "target" | "env" | "onResult"> & { json?: true };

/** `docsteward bench agent`: how well the agent does what people did in a repository's history. Needs no database. */
export const benchAgent = createCommand(
  "agent",
  "Measure the agent on tasks from a repository's history; with the offline model, how well it finds the pages",
  "docsteward bench agent ~/docs --docs-path content --tasks 30 --jobs 2 --results bench.jsonl",
)
  .argument("<path>", "a git repository on this machine")
  .option("--ref <ref>", "branch, tag or commit whose history makes the tasks", "HEAD")
  .option("--docs-path <path>", "folder of the pages in the repository", "")
  .option("--tasks <count>", "tasks, the newest first, 1 to 1000", parseCount(1_000), 20)
  .option("--issues <file>", 'JSON lines {"number": 12, "text": "…"}: prompts for commits that name #12')
  .option(
    "--source <name=dir@ref>",
    "a repository that the agent may read, as it was at the time of each task (repeatable)",
    addSource,
    [],
  )
  .option("--model <name>", "a model's name or id, or PROVIDER:ID (default: the one that jobs use)")
  .option("--judge <name>", "ask this model to compare each change with the person's")
  .option("--jobs <count>", "tasks at a time, 1 to 16", parseCount(16), 1)
  .option("--results <file>", "one JSON line per task; a second run continues it", "docsteward-bench.jsonl")
  .option("--json", "print one JSON object")
  .action(async (target: string, { json, ...options }: Options) => {
    // The agent is loaded only here: other commands start without it.
    const { runBench } = await import("../bench/run-bench.ts");
    const { model, results } = await runBench({
      target,
      ...options,
      env: env(),
      onResult: ({ commit, prompt }, done, all) =>
        printMessage(`${done} of ${all}: ${commit.slice(0, 8)} ${toExcerpt(prompt, { characters: 60 })}`),
    });
    const summary = summarize(model, results);
    if (json) printJson({ summary, tasks: results });
    else print(formatReport(summary, results));
  });
