import type { JSONObject } from "@ai-sdk/provider";
import { objectsOf, type Procedure, request, requestAll, type ToolReply } from "./procedure.ts";
import type { InstructionResults } from "./run-instructions.ts";

const MAX_FINDINGS = 10;

/** Looks over the result once and ends the work. @returns the summary, which is also what the model says last */
export function* finish(done: readonly InstructionResults[]): Procedure<string> {
  const outcomes = done.flatMap((each) => each.outcomes);
  const isChanged = outcomes.some(({ status }) => status === "done");
  const [diff, checks] = isChanged
    ? yield* requestAll(
        [
          { tool: "diff", input: {} },
          { tool: "validate", input: {} },
        ],
        "Reviewing the changes.",
      )
    : [];
  const files = objectsOf(diff ?? {}, "files");
  const summary = writeSummary(done, checks);
  // Changes may have undone each other, or an earlier try may have left some: the diff knows.
  const hasDiff = diff !== undefined && diff.error === undefined;
  const input = {
    title: writeTitle(done),
    summary,
    ...((hasDiff ? files.length === 0 : !isChanged) ? { noChange: true } : {}),
  };
  const reply = yield* request("finish", input, isChanged ? "Done." : "");
  if (reply.error === undefined) return summary;
  yield* request("finish", flipNoChange(input), "Finishing with the other noChange value.");
  return summary;
}

function flipNoChange({ noChange, ...input }: { title: string; summary: string; noChange?: boolean }): JSONObject {
  return noChange === true ? input : { ...input, noChange: true };
}

function writeTitle(done: readonly InstructionResults[]): string {
  const outcomes = done.flatMap((each) => each.outcomes);
  const changed = outcomes.filter(({ status }) => status === "done");
  const [first] = changed.length > 0 ? changed : outcomes;
  if (first === undefined) return "Answer without changes";
  const more = changed.length - 1;
  const ending = more > 0 ? ` and ${more} more ${more === 1 ? "change" : "changes"}` : "";
  const room = 120 - ending.length;
  const title = first.title.replace(/\s+/g, " ");
  return `${title.length > room ? `${title.slice(0, room - 1)}…` : title}${ending}`;
}

function writeSummary(done: readonly InstructionResults[], checks: ToolReply | undefined): string {
  const outcomes = done.flatMap((each) => each.outcomes);
  const unknown = done.flatMap((each) => each.unknown);
  if (outcomes.length === 0) return HELP_TEXT;
  const parts = [outcomes.flatMap(({ lines }) => lines.map((line) => `- ${line}`)).join("\n")];
  if (checks !== undefined && checks.error === undefined) parts.push(writeFindings(checks));
  if (unknown.length > 0) {
    parts.push(
      `Not understood and not done:\n${unknown.map((words) => `- ${words.replace(/\s+/g, " ").slice(0, 300)}`).join("\n")}`,
      HELP_TEXT,
    );
  } else parts.push("Made by Docsteward's offline model, which uses rules and no language model.");
  return parts.filter(Boolean).join("\n\n").slice(0, 19_000);
}

function writeFindings(checks: ToolReply): string {
  const errors = objectsOf(checks, "errors");
  const warnings = objectsOf(checks, "warnings");
  if (errors.length + warnings.length === 0) return "The checks found no problems.";
  const findings = [
    ...errors.map((each) => ["Error", each] as const),
    ...warnings.map((each) => ["Warning", each] as const),
  ];
  const shown = findings
    .slice(0, MAX_FINDINGS)
    .map(([word, { path, line, message }]) => `- ${word} in \`${path}${line ? `:${line}` : ""}\`: ${message}`);
  const rest = findings.length - shown.length;
  return [`Warnings to review:`, ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}

/** What the offline model answers when it is asked for something else: what it can do, and how to get a model that can do more. */
export const HELP_TEXT = `This installation runs Docsteward's offline model. It is a set of rules, not a language model: it carries out a few exact instructions, and can't answer questions or write text. It changed no file for instructions it didn't understand.

Supported instructions, one per line:

- \`replace "Old name" with "New name" everywhere\`, or \`… in guides/install\`
- \`rename the product "Old name" to "New name"\`
- \`create page guides/backup titled "Back up" saying "Run it every night."\`
- \`add a section "Proxies" to guides/install saying "Set HTTPS_PROXY."\`
- \`rename page guides/install to guides/setup\`, \`move guides/install to the folder start\`
- \`delete page guides/old\`
- \`fix the typo "recieve"\`, or \`fix the typo "recieve" to "receive"\`

For anything else, configure a model and restart Docsteward: set ANTHROPIC_API_KEY, or OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_MODEL for Ollama, vLLM, LM Studio and other services.`;
