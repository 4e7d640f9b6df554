import type { ToolReply } from "../procedure.ts";

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
