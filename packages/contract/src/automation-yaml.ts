import { stringify } from "yaml";
import type { AutomationDefinition } from "./automation.ts";

/** A line that is folded is another line to people who read the difference. */
export const AUTOMATION_YAML = { lineWidth: 0 } as const;

/** An automation as the list of the file has it. */
export function formatAutomation(definition: AutomationDefinition): string {
  const [first = "", ...rest] = stringify(definition, AUTOMATION_YAML).trimEnd().split("\n");
  return [`- ${first}`, ...rest.map((line) => (line === "" ? line : `  ${line}`))].join("\n");
}
