import { isDeepStrictEqual } from "node:util";
import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import {
  objectsOf,
  type Procedure,
  request,
  requestAll,
  type ToolReply,
  type ToolRequest,
  type Turn,
} from "./procedure.ts";
import { type Conversation, type PastCall, readConversation } from "./read-conversation.ts";
import { type InstructionResults, runInstructions } from "./run-instructions.ts";

/**
 * The model of an installation without a provider: rules behind the interface of a language model.
 *
 * It drives the agent's own loop and tools, needs no network, and answers the same conversation with the same turn. Its
 * grammar and limits are in docs/offline-model.md.
 */
export const OFFLINE_MODEL: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "offline",
  modelId: "offline",
  supportedUrls: {},
  async doGenerate(options) {
    const { turn, firstCall } = decide(options);
    return toResult(turn, firstCall);
  },
  async doStream(options) {
    const { turn, firstCall } = decide(options);
    return { stream: streamTurn(turn, firstCall) };
  },
};

function decide({ prompt, tools = [], toolChoice, abortSignal }: LanguageModelV4CallOptions) {
  abortSignal?.throwIfAborted();
  const conversation = readConversation(prompt);
  const offered = toolChoice?.type === "none" ? [] : tools.map(({ name }) => name);
  return { turn: nextTurn(conversation, new Set(offered)), firstCall: conversation.totalCalls + 1 };
}

/** Rules read and write no tokens, so none are counted. */
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A turn as the answer of a model. @param firstCall number of the first tool call, which makes ids occur once in a conversation */
function toResult({ say, requests }: Turn, firstCall: number): LanguageModelV4GenerateResult {
  const calls = requests.map(({ tool, input }, index) => ({
    type: "tool-call" as const,
    toolCallId: `offline_${firstCall + index}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return {
    content: [...(say === "" ? [] : [{ type: "text" as const, text: say }]), ...calls],
    finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
    usage: NO_TOKENS,
    warnings: [],
    response: { modelId: "offline" },
  };
}

/** The same answer as the parts of a stream, in the order real providers send them. */
function streamTurn(turn: Turn, firstCall: number): ReadableStream<LanguageModelV4StreamPart> {
  const { content, finishReason, usage } = toResult(turn, firstCall);
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", modelId: "offline" },
  ];
  for (const part of content) {
    if (part.type === "text") {
      const id = "text";
      parts.push({ type: "text-start", id }, { type: "text-delta", id, delta: part.text }, { type: "text-end", id });
    } else if (part.type === "tool-call") {
      const id = part.toolCallId;
      parts.push({ type: "tool-input-start", id, toolName: part.toolName });
      parts.push({ type: "tool-input-delta", id, delta: part.input }, { type: "tool-input-end", id }, part);
    }
  }
  parts.push({ type: "finish", finishReason, usage });
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/**
 * Decides what to say and to ask for next, from the conversation alone.
 *
 * Messages are worked on one after the other, also one that came while the work went on; the end comes once, behind the last.
 *
 * @param offered names of the tools that the caller offers in this call
 */
function nextTurn({ messages, calls }: Conversation, offered: ReadonlySet<string>): Turn {
  if (messages.length === 0) return { say: "Nothing left to do.", requests: [] };
  if (offered.size === 0) return { say: HELP_TEXT, requests: [] };
  const done: InstructionResults[] = [];
  let at = 0;
  for (const { text, callsBefore } of messages) {
    // What was asked for before the message came belongs to the messages before it.
    at = Math.max(at, callsBefore);
    const played = replay(runInstructions(text, done.at(-1)?.todos ?? []), calls, at, offered);
    if ("turn" in played) return played.turn;
    done.push(played.result);
    at = played.nextCall;
  }
  const finished = replay(finish(done), calls, at, offered);
  return "turn" in finished ? finished.turn : { say: finished.result, requests: [] };
}

/** Either the next turn, which has not been played yet, or the end of the procedure and how many calls it took. */
type Replayed<Result> = { turn: Turn } | { result: Result; nextCall: number };

/**
 * Runs a procedure over the calls a conversation holds, up to the first turn it has not seen.
 *
 * Requests for tools that the caller does not offer get an error immediately and are never sent.
 *
 * @param firstCall where in `calls` the procedure began
 */
function replay<Result>(
  procedure: Procedure<Result>,
  calls: readonly PastCall[],
  firstCall: number,
  offered: ReadonlySet<string>,
): Replayed<Result> {
  let nextCall = firstCall;
  let step = procedure.next();
  while (!step.done) {
    const { say, requests } = step.value;
    const asked = requests.filter((wanted) => offered.has(wanted.tool));
    const at = findCalls(calls, asked, nextCall);
    if (at === undefined) return { turn: { say, requests: asked } };
    const replies = calls.slice(at, at + asked.length).map((call) => call.reply);
    if (asked.length > 0) nextCall = at + asked.length;
    step = procedure.next(putBack(requests, offered, replies));
  }
  return { result: step.value, nextCall };
}

/**
 * Where the requests of a turn stand among the past calls. Usually right there; calls in between (made before a message changed
 * the plan) are skipped, and arguments are compared only to find the place again.
 */
function findCalls(calls: readonly PastCall[], asked: readonly ToolRequest[], from: number): number | undefined {
  if (asked.length === 0) return from;
  const fits = (at: number, isSame: (call: PastCall | undefined, wanted: ToolRequest) => boolean) =>
    asked.every((wanted, index) => isSame(calls[at + index], wanted));
  if (fits(from, (call, wanted) => call?.tool === wanted.tool)) return from;
  for (let at = from + 1; at + asked.length <= calls.length; at += 1) {
    if (fits(at, (call, wanted) => call?.tool === wanted.tool && isDeepStrictEqual(call.input, wanted.input)))
      return at;
  }
  return undefined;
}

function putBack(
  requests: readonly ToolRequest[],
  offered: ReadonlySet<string>,
  replies: readonly ToolReply[],
): ToolReply[] {
  const rest = [...replies];
  return requests.map(({ tool }) =>
    offered.has(tool)
      ? (rest.shift() ?? { error: "The tool returned no result." })
      : { error: `Tool ${tool} not found.` },
  );
}

const MAX_FINDINGS = 10;

/** Looks over the result once and ends the work. @returns the summary, which is also what the model says last */
function* finish(done: readonly InstructionResults[]): Procedure<string> {
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
const HELP_TEXT = `This installation runs Docsteward's offline model. It is a set of rules, not a language model: it carries out a few exact instructions, and can't answer questions or write text. It changed no file for instructions it didn't understand.

Supported instructions, one per line:

- \`replace "Old name" with "New name" everywhere\`, or \`… in guides/install\`
- \`rename the product "Old name" to "New name"\`
- \`create page guides/backup titled "Back up" saying "Run it every night."\`
- \`add a section "Proxies" to guides/install saying "Set HTTPS_PROXY."\`
- \`rename page guides/install to guides/setup\`, \`move guides/install to the folder start\`
- \`delete page guides/old\`
- \`fix the typo "recieve"\`, or \`fix the typo "recieve" to "receive"\`

For anything else, connect a model in the settings, under **Models**: Anthropic, or any service that is compatible with OpenAI's API, such as Ollama, vLLM and LM Studio.`;
