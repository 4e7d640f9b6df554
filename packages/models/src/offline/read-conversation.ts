import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { ToolReply } from "./procedure.ts";

/** A tool call this model made earlier, with its result. */
export type PastCall = { tool: string; input: unknown; reply: ToolReply };

/** A message of a person to the offline model. */
export type Message = {
  text: string;
  /** How many calls of this conversation's open part were made before the message came. */
  callsBefore: number;
};

/** The unfinished part of a conversation, as `readConversation` finds it. */
export type Conversation = {
  /** Messages of people that no finished work has answered yet, oldest first. */
  messages: Message[];
  /** Calls since the last finished work, in their order. */
  calls: PastCall[];
  /** Every tool call in the whole conversation, for ids that occur once. */
  totalCalls: number;
};

/** User messages that the service itself puts in, about limits, repetition and empty answers: they ask for nothing new. */
const NOTICE = /^<notice>/;

/**
 * Finds what is still to be done: messages and calls behind the last accepted `finish`, or behind the last answer in words alone.
 */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const replies = readReplies(prompt);
  let messages: Message[] = [];
  let calls: PastCall[] = [];
  let totalCalls = 0;
  for (const message of prompt) {
    if (message.role === "user") {
      const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      if (text.trim() !== "" && !NOTICE.test(text.trim())) messages.push({ text, callsBefore: calls.length });
    } else if (message.role === "assistant") {
      const made = message.content.filter((part) => part.type === "tool-call");
      totalCalls += made.length;
      for (const { toolName: tool, input, toolCallId } of made) {
        calls.push({ tool, input, reply: replies.get(toolCallId) ?? { error: "The tool returned no result." } });
      }
      const isFinished = calls.at(-1)?.tool === "finish" && calls.at(-1)?.reply.error === undefined;
      if (made.length === 0 || isFinished) {
        messages = [];
        calls = [];
      }
    }
  }
  return { messages, calls, totalCalls };
}

function readReplies(prompt: LanguageModelV4Prompt): Map<string, ToolReply> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  const texts = new Map<string, string>();
  return new Map(
    parts.flatMap((part) =>
      part.type === "tool-result" ? [[part.toolCallId, withText(toReply(part.output, part.toolName), texts)]] : [],
    ),
  );
}

/** Lines that were read before and are the same now come without their text: it stands in the earlier result. */
function withText(reply: ToolReply, texts: Map<string, string>): ToolReply {
  const { path, from, to, text, unchanged } = reply;
  const place = JSON.stringify([path, from, to]);
  if (typeof text === "string") texts.set(place, text);
  return unchanged === undefined ? reply : { ...reply, text: texts.get(place) ?? "" };
}

function toReply(output: LanguageModelV4ToolResultOutput, tool: string): ToolReply {
  switch (output.type) {
    case "json":
      return asObject(output.value);
    case "text":
      return READERS[tool]?.(output.value) ?? parseText(output.value);
    case "error-text":
      return { error: output.value };
    case "error-json": {
      const value = asObject(output.value);
      return { ...value, error: typeof value.error === "string" ? value.error : JSON.stringify(output.value) };
    }
    case "execution-denied":
      return { error: output.reason ?? "The tool call was denied." };
    case "content":
      return parseText(output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
  }
}

/** Reads the results that are plain text for a model. */
const READERS: Record<string, (text: string) => ToolReply | null> = { read: parseRead, grep: parseGrep };

const LINES = " (lines ";
const RANGE = /^(\d+)–(\d+) of (\d+)\)/;

/** A head with the path and its lines, then each line behind its number and a tab. */
function parseRead(text: string): ToolReply | null {
  const [head = "", ...rest] = text.split("\n");
  const at = head.lastIndexOf(LINES);
  const [range, first, last, total] = RANGE.exec(head.slice(at + LINES.length)) ?? [];
  if (at < 0 || range === undefined) return null;
  const [from, to, totalLines] = [Number(first), Number(last), Number(total)];
  const place = { path: head.slice(0, at), from, to, totalLines };
  const unchanged = head.slice(at + LINES.length + range.length);
  if (unchanged !== "") return { ...place, unchanged };
  const lines = rest.slice(0, to - from + 1).map((line) => line.slice(line.indexOf("\t") + 1));
  return { ...place, text: lines.join("\n") };
}

const GREP_LINE = /^([^:]+):(\d+):(.*)$/;

/** `path:line:text` for each match, and a note at the end. */
function parseGrep(text: string): ToolReply {
  const matches = text.split("\n").flatMap((line) => {
    const [, path, number, found] = GREP_LINE.exec(line) ?? [];
    return path === undefined ? [] : [{ path, line: Number(number), text: found }];
  });
  const note = text.slice(text.lastIndexOf("\n") + 1);
  return { matches, isCut: note.includes("Only the first") || note.includes("not shown") };
}

function parseText(text: string): ToolReply {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Plain text is a result too.
    return { text };
  }
}

function asObject(value: unknown): ToolReply {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ToolReply) : { value };
}
