import type { JSONObject } from "@ai-sdk/provider";

/** A tool call that a procedure wants to make. */
export type ToolRequest = { tool: string; input: JSONObject };

/** What the model says and asks for in one answer. */
export type Turn = { say: string; requests: ToolRequest[] };

/** A tool's result: a JSON object, or `{error}` with a sentence. */
export type ToolReply = { [field: string]: unknown; error?: string };

/**
 * A piece of work written as a straight line: it yields a turn and gets the replies of its requests, in their order.
 *
 * The model keeps no state, so every call runs the procedure from its beginning and feeds it what the conversation holds.
 * A procedure must therefore be a pure function of its arguments and replies: no clock, no chance, nothing from outside.
 */
export type Procedure<Result> = Generator<Turn, Result, ToolReply[]>;

const REQUESTS_PER_TURN = 10;

/** Asks for one tool. */
export function* request(tool: string, input: JSONObject, say = ""): Procedure<ToolReply> {
  const [reply] = yield { say, requests: [{ tool, input }] };
  return reply ?? { error: "The tool returned no result." };
}

/** Asks for many tools that do not wait for each other, ten at a time. @returns a reply for each, in their order */
export function* requestAll(requests: readonly ToolRequest[], say = ""): Procedure<ToolReply[]> {
  const replies: ToolReply[] = [];
  for (let at = 0; at < requests.length; at += REQUESTS_PER_TURN) {
    const batch = requests.slice(at, at + REQUESTS_PER_TURN);
    const got = yield { say: at === 0 ? say : "", requests: batch };
    replies.push(...batch.map((_, index) => got[index] ?? { error: "The tool returned no result." }));
  }
  return replies;
}

/** A line that `grep` found, counted from 1. */
export type Match = { path: string; line: number; text: string };

/** The strings of a list in a reply; anything else in it is passed over. */
export function stringsOf(reply: ToolReply, field: string): string[] {
  const value = reply[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The objects of a list in a reply. */
export function objectsOf(reply: ToolReply, field: string): Record<string, unknown>[] {
  const value = reply[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

/** The matches of a `grep` reply. */
export function matchesOf(reply: ToolReply): Match[] {
  return objectsOf(reply, "matches").map(({ path, line, text }) => ({
    path: String(path),
    line: Number(line),
    text: String(text),
  }));
}
