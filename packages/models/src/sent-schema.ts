import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";

/** What `jsonSchema` of the AI SDK takes. */
export type SentSchema<T> = {
  schema: JSONSchema7;
  options: { validate(value: unknown): { success: true; value: T } | { success: false; error: Error } };
};

/**
 * The arguments of a tool as the model's provider gets them: only what a model can act on, without `$schema` and without bounds of
 * numbers that are JavaScript's own. Each call of the model pays for every word of it.
 */
export function toSentSchema<T>(input: z.ZodType<T>): SentSchema<T> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    target: "draft-7",
    io: "input",
    override({ jsonSchema: part }) {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return {
    schema: schema as JSONSchema7,
    options: {
      validate(value) {
        const parsed = input.safeParse(value);
        return parsed.success
          ? { success: true, value: parsed.data }
          : { success: false, error: new Error(parsed.error.message, { cause: parsed.error }) };
      },
    },
  };
}
