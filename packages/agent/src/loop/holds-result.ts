import { isDeepStrictEqual } from "node:util";
import type { JSONValue, ModelMessage } from "ai";

/** Whether the conversation holds this very result of a tool already: what was cut to a stub does not count. */
export function holdsResult(messages: readonly ModelMessage[], name: string, output: JSONValue): boolean {
  return messages.some(
    (message) =>
      message.role === "tool" &&
      message.content.some(
        (part) =>
          part.type === "tool-result" &&
          part.toolName === name &&
          part.output.type === "json" &&
          isDeepStrictEqual(part.output.value, output),
      ),
  );
}
