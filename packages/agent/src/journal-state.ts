import type { CommitSha } from "@docsteward/git/host";
import type { AssistantModelMessage, ModelMessage, ToolCallPart } from "ai";
import type {
  JournalEntry,
  NoticeReason,
  Push,
  PushedRound,
  Round,
  RoundResult,
  SourceRead,
  ToolEntry,
} from "./journal.ts";
import { FINISH, type Finish, FinishInput } from "./tools/finish-input.ts";

/** What stands for an empty answer in the conversation: providers refuse a message without content. */
export const EMPTY_ANSWER = "(no answer)";

/** A tool call without a result. `problem` says why the call is invalid; null for a valid one. */
export type PendingCall = { call: ToolCallPart; problem: string | null };

/** A tool call and the journal entry of its result. */
export type FinishedCall = { call: ToolCallPart; entry: ToolEntry };

/** What the agent has spent since a person last spoke. The limits hold for this: a new message opens a new budget. */
export type Usage = {
  at: string;
  modelCalls: number;
  tokens: number;
  notices: NoticeReason[];
  /** Calls since the last notice that it repeats itself. */
  recentCalls: FinishedCall[];
};

/** The current round, as derived from the journal. */
export type RoundProgress = {
  at: Round;
  calls: FinishedCall[];
  /** May be on the branch already, so it has to be the same at every try. */
  push: Push | null;
  /** Was on its way when the job was ended from outside, and has to be off the branch before anything else happens there. */
  undone: Push | null;
  pushed: CommitSha | null;
  /** The events of its end that were given. */
  reported: Set<string>;
  /** Commits of the sources that the round has looked into, by name. */
  sources: Map<string, CommitSha>;
};

/** Where a job stands, read from its journal. */
export type JournalState = {
  instructions: string | null;
  messages: ModelMessage[];
  /** The round that is under way, with the tool calls it has finished; null between rounds. */
  round: RoundProgress | null;
  lastRound: Round | null;
  lastResult: RoundResult | null;
  /** The files as the model knows them from the newest round: the commit it made, or the one it began with. */
  lastCommit: CommitSha | null;
  /** Files that the model has read or written, and that still were the same when the round began. */
  seen: Set<string>;
  /** What the rounds on the present branch have pushed, oldest first. */
  pushed: PushedRound[];
  /** What the rounds on the present branch have read of sources, the newest reading of each by name. */
  sources: Map<string, SourceRead>;
  /** What people asked for, oldest first. */
  prompts: string[];
  /** Calls of the newest answer that have no result yet. */
  pending: PendingCall[];
  /** Calls of the newest answer that have a result. */
  turn: FinishedCall[];
  /** How the model said that it is done; null once anything came after that. */
  finish: Finish | null;
  spent: Usage;
  /** Over the whole job. */
  costMicroUsd: number;
};

/** The tool calls of an answer, in the order the model made them. */
function toolCallsOf(message: ModelMessage): ToolCallPart[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.filter((part) => part.type === "tool-call");
}

/** Reads a journal from its beginning. Pure: the same entries always give the same conversation, byte for byte. */
export function replayJournal(entries: readonly JournalEntry[]): JournalState {
  const state: JournalState = {
    instructions: null,
    messages: [],
    round: null,
    lastRound: null,
    lastResult: null,
    lastCommit: null,
    seen: new Set(),
    pushed: [],
    sources: new Map(),
    prompts: [],
    pending: [],
    turn: [],
    finish: null,
    spent: newBudget(new Date(0).toISOString()),
    costMicroUsd: 0,
  };
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

/** Moves the state on by one entry. */
export function applyEntry(state: JournalState, entry: JournalEntry): void {
  switch (entry.kind) {
    case "instructions":
      state.instructions = entry.data.text;
      return;
    case "round":
      if (entry.data.branch !== state.lastRound?.branch) {
        state.pushed = [];
        state.sources = new Map();
      }
      state.round = {
        ...{ at: entry.data, calls: [], push: null, undone: null, pushed: null },
        ...{ reported: new Set(), sources: new Map() },
      };
      state.lastRound = entry.data;
      state.lastCommit = entry.data.startSha;
      state.seen = new Set(entry.data.known);
      return;
    case "renamed":
      if (state.round) {
        state.round.at = { ...state.round.at, branch: entry.data.branch, isProvisional: undefined };
        state.lastRound = state.round.at;
      }
      return;
    case "messages":
      // System messages of a caller stand in the instructions, which were settled from them.
      for (const { role, content } of entry.data.messages) {
        if (role !== "system") state.messages.push({ role, content });
        if (role === "user") state.prompts.push(content);
      }
      state.spent = newBudget(entry.data.at);
      state.finish = null;
      state.round?.reported.clear();
      return;
    case "notice":
      state.messages.push({ role: "user", content: entry.data.text });
      state.finish = null;
      state.spent.notices.push(entry.data.reason);
      if (entry.data.reason === "stuck") state.spent.recentCalls = [];
      return;
    case "model":
      applyAnswer(state, entry.data);
      return;
    case "tool":
      applyToolResult(state, entry.data);
      return;
    case "source":
      state.sources.set(entry.data.name, entry.data);
      if ("commit" in entry.data) state.round?.sources.set(entry.data.name, entry.data.commit);
      return;
    case "trimmed":
      state.messages = trimResults(state.messages);
      return;
    case "publishing":
      // A later try may hold the work of other people, which the model has not seen.
      if (state.round && state.round.push === null) state.lastCommit = entry.data.commit;
      if (state.round) Object.assign(state.round, { push: entry.data, undone: null });
      return;
    case "pushed":
      if (state.round) state.round.pushed = entry.data.commit;
      state.pushed.push(entry.data);
      return;
    case "reported":
      state.round?.reported.add(entry.data.event);
      return;
    case "done":
      state.round = null;
      state.lastResult = entry.data;
      return;
    case "stopped":
      applyStop(state, entry.data);
      return;
  }
}

function applyAnswer(
  state: JournalState,
  { message, invalid, usage }: Extract<JournalEntry, { kind: "model" }>["data"],
) {
  state.messages.push(message);
  state.pending = toolCallsOf(message).map((call) => ({ call, problem: invalid[call.toolCallId] ?? null }));
  state.turn = [];
  state.finish = state.pending.length === 0 ? toFinish(message) : null;
  state.spent.modelCalls += 1;
  state.costMicroUsd += usage.costMicroUsd;
  state.spent.tokens += usage.inputTokens + usage.outputTokens;
}

/** Pushed commits stay, and the next round begins on top of them; unpushed changes continue in the same round. */
function applyStop(state: JournalState, { isPushUndone }: { isPushUndone: boolean }) {
  const { round } = state;
  if (round === null) return;
  if (round.pushed !== null && !isPushUndone) {
    state.round = null;
    return;
  }
  if (round.pushed !== null) state.pushed.pop();
  // Stopped again before the take-back of an earlier stop: that one still has to happen.
  const undone = isPushUndone ? (round.push ?? round.undone) : round.undone;
  Object.assign(round, { push: null, undone, pushed: null, reported: new Set() });
}

/** An answer in words alone ends the work: with what was changed, or as an answer without a change. */
function toFinish({ content }: AssistantModelMessage): Finish | null {
  const parts =
    typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const summary = parts.join("").trim();
  return summary === "" || summary === EMPTY_ANSWER ? null : { title: "", summary, reply: summary };
}

function applyToolResult(state: JournalState, entry: ToolEntry) {
  const pending = state.pending.find(({ call }) => call.toolCallId === entry.toolCallId);
  if (pending) {
    const finished = { call: pending.call, entry };
    state.round?.calls.push(finished);
    state.spent.recentCalls.push(finished);
    state.turn.push(finished);
    if (!entry.isError) noteSeen(state.seen, finished);
    state.pending = state.pending.filter((other) => other !== pending);
    if (entry.name === FINISH && !entry.isError) state.finish = FinishInput.parse(pending.call.input);
  }
  state.messages.push(toToolMessage(entry));
}

const SHOWING: ReadonlySet<string> = new Set(["read", "edit", "multi_edit", "write"]);

/** Notes which files a call has shown to the model in full or in part, under the names that they have then. */
function noteSeen(seen: Set<string>, { call: { toolName, input }, entry }: FinishedCall): void {
  const { path } = (input ?? {}) as Record<string, unknown>;
  const named = [path].flat().flatMap((one) => (typeof one === "string" ? [one.replace(/^(?:\.\/)+/, "")] : []));
  if (SHOWING.has(toolName)) for (const one of named) seen.add(one);
  if (toolName === "delete") for (const one of named) seen.delete(one);
  if (toolName === "move") for (const { from, to } of movesOf(entry)) if (seen.delete(from)) seen.add(to);
}

/** What a move has moved, translations and the pages of a folder included. */
function movesOf({ output }: ToolEntry): { from: string; to: string }[] {
  const moved = typeof output === "object" && output !== null && "moved" in output ? output.moved : [];
  return Array.isArray(moved) ? (moved as { from: string; to: string }[]) : [];
}

function toToolMessage({ toolCallId, name, output, isError }: ToolEntry): ModelMessage {
  const isText = typeof output === "string" && !isError;
  const value = isText
    ? ({ type: "text", value: output } as const)
    : ({ type: isError ? "error-json" : "json", value: output } as const);
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName: name, output: value }] };
}

function newBudget(at: string): Usage {
  return { at, modelCalls: 0, tokens: 0, notices: [], recentCalls: [] };
}

/** How often the checks have sent a `finish` of the round back. */
export function countRejectedFinishes({ round }: Pick<JournalState, "round">): number {
  const isRepair = ({ entry }: FinishedCall) =>
    entry.name === FINISH &&
    entry.isError &&
    typeof entry.output === "object" &&
    entry.output !== null &&
    "errors" in entry.output;
  return round?.calls.filter(isRepair).length ?? 0;
}

/** Tools whose results can be had again by calling them. */
const READING: ReadonlySet<string> = new Set(["read", "grep", "search", "list", "glob", "diff", "log", "show"]);
const KEPT_MESSAGES = 6;
const STUB = { trimmed: "This result was removed to save context. Call the tool again if you need it." };

/** Cuts the results of reading calls to stubs, all but those of the newest messages. */
function trimResults(messages: readonly ModelMessage[]): ModelMessage[] {
  const firstKept = messages.length - KEPT_MESSAGES;
  return messages.map((message, index) => (index < firstKept ? trimMessage(message) : message));
}

/** Whether trimming would leave the conversation shorter. */
export function canTrim(messages: readonly ModelMessage[]): boolean {
  return trimResults(messages).some((message, index) => message !== messages[index]);
}

function trimMessage(message: ModelMessage): ModelMessage {
  if (message.role !== "tool") return message;
  const isLong = message.content.some(
    (part) =>
      part.type === "tool-result" &&
      READING.has(part.toolName) &&
      (part.output.type === "text" || (part.output.type === "json" && !isStub(part.output.value))),
  );
  if (!isLong) return message;
  const content = message.content.map((part) =>
    part.type === "tool-result" && READING.has(part.toolName)
      ? { ...part, output: { type: "json", value: STUB } as const }
      : part,
  );
  return { ...message, content };
}

const isStub = (value: unknown) => typeof value === "object" && value !== null && "trimmed" in value;
