import { toSentSchema } from "@docsteward/models/sent-schema";
import { jsonSchema, type Tool, tool } from "ai";
import type { AgentTool } from "../tools/tool.ts";

const sent = new WeakMap<AgentTool, Tool>();

/** A tool as the model's provider gets it: without `execute`, because the loop runs it after the call is journaled. */
export function toSentTool(agentTool: AgentTool): Tool {
  const known = sent.get(agentTool);
  if (known) return known;
  const { description, input } = agentTool;
  const { schema, options } = toSentSchema<unknown>(input);
  const made = tool({ description, inputSchema: jsonSchema(schema, options) });
  sent.set(agentTool, made);
  return made;
}
