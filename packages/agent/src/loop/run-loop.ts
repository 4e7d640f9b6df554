import type { AssistantModelMessage } from "ai";
import type { JobMessage, JournalEntry, NoticeReason, ToolEntry } from "../journal.ts";
import { applyEntry, canTrim, EMPTY_ANSWER, type JournalState, type PendingCall } from "../journal-state.ts";
import { type AgentPorts, JobFailure, type JobModel } from "../ports.ts";
import { FINISH, type Finish } from "../tools/finish-input.ts";
import type { ToolContext, ToolResult } from "../tools/tool.ts";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { findTool, TOOLS } from "../tools/tools.ts";
import { callModel, type ModelAnswer, ModelFailure } from "./call-model.ts";
import { detectStuck, limitReached, nearestLimit, timeLeftMs, timeLimitReached, wrapUpNotice } from "./limits.ts";

const MAX_EMPTY_ANSWERS = 2;

/**
 * Lets the model work until it is done: unfinished tool calls first, then waiting messages, then the model, again and again.
 *
 * Every answer is journaled before its tools change anything, and every result before the next answer is asked for, so that
 * another worker can go on at any point. What only reads begins while the answer is written. Messages that come while it works
 * enter before the next model call; one that comes with `finish` keeps the work going, unless its push may have happened: then
 * it makes the next round.
 *
 * @returns how the model finished; an answer without tool calls counts as one
 * @throws JobFailure at a limit, when the agent is stuck, or when the model cannot be had
 */
export async function runLoop(state: JournalState, tools: ToolContext, ports: AgentPorts): Promise<Finish> {
  const { model, price, effort, fallback } = ports;
  const choice: ModelChoice = { current: { model, price, effort }, fallback };
  let answered: Promise<void> = Promise.resolve();
  for (;;) {
    if (ports.signal.aborted) await Promise.allSettled([answered]);
    ports.signal.throwIfAborted();
    let budget: Budget | undefined;
    for (const pending of [...state.pending]) {
      const run = await runBeside(answered, pending, state, tools);
      const isLast = pending === state.pending.at(-1);
      [budget] = await Promise.all([isLast ? ports.budget() : undefined, recordRun(pending, run, state, ports)]);
    }
    await answered;
    if (state.finish !== null && state.round?.push) return state.finish;
    const hasNews = await takeMessages(state, ports);
    if (state.finish !== null && !hasNews) return state.finish;
    await enforceLimits(state, ports, budget === undefined ? await ports.budget() : budget);
    answered = (await ask(state, ports, choice)).written;
    // Awaited before anything depends on it.
    answered.catch(() => undefined);
    if (state.pending.length === 0 && state.finish === null) {
      await answered;
      await notice(state, ports, "silent", "Your response was empty. Continue the work, or call finish.");
    }
  }
}

type Budget = Awaited<ReturnType<AgentPorts["budget"]>>;

/**
 * Runs a tool call when the answer that has it is journaled, or meanwhile when it changes nothing.
 *
 * @param answered the write of the answer
 * @throws what the write threw, when the call has ended, too
 */
export async function runBeside(
  answered: Promise<void>,
  { call, problem }: PendingCall,
  state: JournalState,
  tools: ToolContext,
): Promise<ToolRun> {
  if (findTool(call.toolName)?.mutates) await answered;
  const running = runTool({ call, problem: problem ?? refuseFinish(call.toolName, state) }, tools);
  // Whichever fails, the other one ends first: a job that is over must not be read on.
  const [run] = await Promise.allSettled([running, answered]);
  await answered;
  if (run.status === "rejected") throw run.reason;
  return run.value;
}

async function recordRun(pending: PendingCall, run: ToolRun, state: JournalState, ports: AgentPorts): Promise<void> {
  const { call } = pending;
  const { todos, events = [], summary } = run.result;
  const entry: JournalEntry = { kind: "tool", data: run.entry };
  await ports.record({
    entries: [entry],
    events: [
      ...events,
      {
        type: "tool.finished",
        data: {
          toolCallId: call.toolCallId,
          name: call.toolName,
          call: describeCall(pending),
          isError: run.entry.isError,
          summary,
          durationMs: run.durationMs,
        },
      },
    ],
    patch: todos ? { todos } : undefined,
  });
  applyEntry(state, entry);
}

/** The model made `finish` before it knew that an edit of the same answer had failed, so it is asked once more. */
function refuseFinish(name: string, { turn }: JournalState): string | null {
  if (name !== FINISH) return null;
  const failed = turn.filter(({ call, entry }) => entry.isError && findTool(call.toolName)?.mutates);
  if (failed.length === 0) return null;
  const calls = failed.map(({ call }) => describeCall({ call, problem: null })).join("; ");
  return `An edit in the same turn failed: ${calls}. Look at its error, make the edit or leave it out, then call finish again.`;
}

/** Puts the messages that wait into the conversation. @returns whether there were any */
async function takeMessages(state: JournalState, ports: AgentPorts): Promise<boolean> {
  const messages = await ports.waitingMessages();
  const newest = messages.at(-1);
  if (!newest) return false;
  const entry: JournalEntry = { kind: "messages", data: { messages, at: ports.clock.now().toISOString() } };
  await ports.record({
    entries: [entry],
    events: messages.map(({ id }: JobMessage) => ({ type: "message.taken", data: { messageId: id } })),
    patch: { takenMessageSeq: newest.seq },
  });
  applyEntry(state, entry);
  return true;
}

/** Keeps the agent from running on: ends it at a limit or when it is stuck, and warns it once before either. */
async function enforceLimits(state: JournalState, ports: AgentPorts, budget: Budget): Promise<void> {
  const { spent } = state;
  const { limits, clock } = ports;
  const use = nearestLimit({ state, limits, budget, clock });
  if (use.share >= 1) throw limitReached(use);
  const wrapUp = wrapUpNotice(use);
  if (wrapUp && !spent.notices.includes("limit")) await notice(state, ports, "limit", wrapUp);

  const stuck = detectStuck(spent.recentCalls);
  if (stuck === null) return;
  if (spent.notices.includes("stuck")) {
    throw new JobFailure("stuck", `The agent ${stuck} and was stopped. Send a message with more detail to continue.`);
  }
  await notice(state, ports, "stuck", `You ${stuck}. Try another approach, or call finish and say what blocks you.`);
}

async function notice(state: JournalState, ports: AgentPorts, reason: NoticeReason, text: string): Promise<void> {
  const timesBefore = state.spent.notices.filter((earlier) => earlier === reason).length;
  if (reason === "silent" && timesBefore >= MAX_EMPTY_ANSWERS) {
    throw new JobFailure("model_error", "The model returned empty responses. Try again, or choose another model.");
  }
  const entry: JournalEntry = { kind: "notice", data: { reason, text: `<notice>${text}</notice>` } };
  await ports.record({ entries: [entry] });
  applyEntry(state, entry);
}

/** The model that a round calls, and the one that it can still turn to. */
type ModelChoice = { current: JobModel; fallback: JobModel | null };

/** Asks the model. @returns what ends when its answer is journaled; it never goes unheard when that fails */
async function ask(state: JournalState, ports: AgentPorts, choice: ModelChoice): Promise<{ written: Promise<void> }> {
  const startedMs = performance.now();
  const answer = await callInTime(state, ports, choice);
  const { message, invalid, usage, text } = answer;
  // Reasoning alone is no answer: providers want to see what followed from it.
  const isEmpty = typeof message.content !== "string" && message.content.every(({ type }) => type === "reasoning");
  const entry: JournalEntry = { kind: "model", data: { message: isEmpty ? NO_ANSWER : message, invalid, usage } };
  applyEntry(state, entry);
  const written = ports.record({
    entries: [entry],
    events: [
      {
        type: "model.replied",
        data: {
          text,
          toolCalls: state.pending.length,
          inputTokens: usage.inputTokens,
          cachedInputTokens: usage.cachedInputTokens,
          outputTokens: usage.outputTokens,
          durationMs: Math.round(performance.now() - startedMs),
        },
      },
      ...state.pending.map((pending) => ({
        type: "tool.called" as const,
        data: {
          toolCallId: pending.call.toolCallId,
          name: pending.call.toolName,
          summary: describeCall(pending),
          input: abbreviateInput(pending.call.input),
        },
      })),
    ],
    patch: { usage },
  });
  return { written };
}

/** Calls the model for as long as the job has time: one that never answers must not hold it for ever. */
async function callInTime(state: JournalState, ports: AgentPorts, choice: ModelChoice): Promise<ModelAnswer> {
  const { limits, clock, signal } = ports;
  const leftMs = timeLeftMs({ state, limits, clock });
  const timeUp = AbortSignal.timeout(leftMs);
  try {
    return await callModelTrimming(state, { ...ports, signal: AbortSignal.any([signal, timeUp]) }, choice);
  } catch (error) {
    signal.throwIfAborted();
    throw timeUp.aborted ? timeLimitReached(limits) : error;
  }
}

/** Calls the model, and the fallback when it can't be reached. The round stays with the fallback, which caches what it was sent. */
async function callEither(state: JournalState, ports: AgentPorts, choice: ModelChoice): Promise<ModelAnswer> {
  const { limits, clock, signal } = ports;
  const { current, fallback } = choice;
  const instructions = state.instructions ?? "";
  const leftMs = timeLeftMs({ state, limits, clock });
  const shared = { instructions, messages: state.messages, tools: TOOLS, leftMs, signal };
  try {
    return await callModel({ ...current, ...shared, hasFallback: fallback !== null });
  } catch (error) {
    if (fallback === null || !(error instanceof ModelFailure) || !error.isPassing) throw error;
    const data = { from: current.model.name, to: fallback.model.name, reason: error.message };
    await ports.record({ events: [{ type: "model.switched", data }] });
    Object.assign(choice, { current: fallback, fallback: null });
    return callEither(state, ports, choice);
  }
}

/** Calls the model, and once more with old results cut to stubs when the conversation has grown too long for it. */
async function callModelTrimming(state: JournalState, ports: AgentPorts, choice: ModelChoice): Promise<ModelAnswer> {
  try {
    return await callEither(state, ports, choice);
  } catch (error) {
    const isTooLong = error instanceof ModelFailure && error.fault === "context_too_long";
    if (!isTooLong || !canTrim(state.messages)) throw error;
    const entry: JournalEntry = { kind: "trimmed", data: {} };
    await ports.record({ entries: [entry] });
    applyEntry(state, entry);
    return callEither(state, ports, choice);
  }
}

/** Providers refuse a message without content, so an empty answer is kept as this. */
const NO_ANSWER: AssistantModelMessage = { role: "assistant", content: [{ type: "text", text: EMPTY_ANSWER }] };

const MAX_CHARACTERS = 2_000;

/** A tool call's arguments for people to look at: long texts are cut, and say how much is missing. The journal keeps all. */
function abbreviateInput(input: unknown): unknown {
  if (typeof input === "string") {
    const missing = input.length - MAX_CHARACTERS;
    return missing > 0 ? `${input.slice(0, MAX_CHARACTERS)}… (${missing} more characters)` : input;
  }
  if (Array.isArray(input)) return input.map(abbreviateInput);
  if (typeof input === "object" && input !== null) {
    return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, abbreviateInput(value)]));
  }
  return input;
}

/** A tool call that ran: its journal entry, its result, and its duration. */
type ToolRun = { entry: ToolEntry; result: ToolResult; durationMs: number };

/** What a call is about, in one line, before it runs. */
function describeCall({ call, problem }: PendingCall): string {
  const tool = problem === null ? findTool(call.toolName) : undefined;
  const input = tool?.input.safeParse(call.input);
  return tool && input?.success ? tool.announce(input.data) : `Call ${call.toolName}`;
}

/**
 * Runs one tool call. An error that the model can correct comes back as an error result with a sentence. Any other error is
 * thrown and fails the job.
 */
export async function runTool({ call, problem }: PendingCall, context: ToolContext): Promise<ToolRun> {
  const startedMs = performance.now();
  const result = await runOrRefuse(call.toolName, call.input, problem, context);
  const durationMs = Math.round(performance.now() - startedMs);
  const isError = result instanceof ToolRefusal;
  const settled: ToolResult = isError
    ? { output: { error: result.message, ...result.details }, summary: result.message }
    : result;
  const entry = { toolCallId: call.toolCallId, name: call.toolName, output: settled.output, isError };
  return { entry, result: settled, durationMs };
}

async function runOrRefuse(
  name: string,
  input: unknown,
  problem: string | null,
  context: ToolContext,
): Promise<ToolResult | ToolRefusal> {
  if (problem !== null) return new ToolRefusal(problem);
  const tool = findTool(name);
  if (!tool) return new ToolRefusal(`Tool ${name} not found.`);
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return new ToolRefusal(`Invalid arguments for ${name}: ${parsed.error.message.slice(0, 600)}`);
  try {
    return await tool.run(parsed.data, context);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}
