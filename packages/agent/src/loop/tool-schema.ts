import { jsonSchema, type Tool, tool } from "ai";
import { z } from "zod";
import type { AgentTool } from "../tools/tool.ts";

const sent = new WeakMap<AgentTool, Tool>();

/**
 * A tool as the model's provider gets it: without `execute`, because the loop runs it after the call is journaled.
 *
 * The schema says only what a model can act on: no `$schema`, and no bounds of numbers that are JavaScript's own.
 */
export function toSentTool(agentTool: AgentTool): Tool {
  const known = sent.get(agentTool);
  if (known) return known;
  const { description, input } = agentTool;
  const made = tool({
    description,
    inputSchema: jsonSchema<unknown>(toSentSchema(input), {
      validate(value) {
        const parsed = input.safeParse(value);
        return parsed.success
          ? { success: true, value: parsed.data }
          : { success: false, error: new Error(parsed.error.message, { cause: parsed.error }) };
      },
    }),
  });
  sent.set(agentTool, made);
  return made;
}

type SentSchema = Parameters<typeof jsonSchema>[0] & object;

function toSentSchema(input: z.ZodType): SentSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    target: "draft-7",
    io: "input",
    override({ jsonSchema: part }) {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return schema as SentSchema;
}
