import type { ModelMessage } from "ai";

/** Tools whose results can be had again by calling them. */
const READING: ReadonlySet<string> = new Set(["read", "grep", "search", "list", "glob", "diff"]);
const KEPT_MESSAGES = 6;
const STUB = { trimmed: "This result was removed to save context. Call the tool again if you need it." };

/** Cuts the results of reading calls to stubs, all but those of the newest messages. */
export function trimResults(messages: readonly ModelMessage[]): ModelMessage[] {
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
      part.output.type === "json" &&
      !isStub(part.output.value),
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
