import type { JsonSchema } from "@docsteward/contract/openapi/document";
import fc from "fast-check";
import { nastyText, nastyValue } from "./nasty.ts";

const PLACE = "#/components/schemas/";

/**
 * Values in the neighbourhood of a schema: most of their parts fit, and some do not.
 *
 * @param named the schemas that references lead to
 */
export function toArbitrary(schema: JsonSchema, named: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, named) }, { weight: 1, arbitrary: nastyValue });
}

function fitting(schema: JsonSchema, named: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const { $ref, enum: options, anyOf, allOf, const: only, type } = schema;
  if (typeof $ref === "string") return toArbitrary(named[$ref.slice(PLACE.length)] ?? {}, named);
  if (Array.isArray(options)) return fc.constantFrom(...options);
  if (only !== undefined) return fc.constant(only);
  const [parts] = [anyOf ?? allOf].filter(Array.isArray);
  if (parts) return fc.oneof(...parts.map((part: JsonSchema) => toArbitrary(part, named)));
  switch (type) {
    case "object":
      return objectOf(schema, named);
    case "array":
      return fc.array(toArbitrary((schema.items ?? {}) as JsonSchema, named), { maxLength: 4 });
    case "string":
      return fc.oneof(
        { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
        { weight: 2, arbitrary: nastyText },
      );
    case "integer":
      return fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer());
    case "number":
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 1 }));
    case "boolean":
      return fc.boolean();
    default:
      return nastyValue;
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  named: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => [name, toArbitrary(field, named)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  const lacking = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  return fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: lacking });
}
