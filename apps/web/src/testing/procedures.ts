import type { JsonSchema } from "@docsteward/contract/openapi/document";
import { z } from "zod";

type Call = (input: unknown) => Promise<unknown>;

/** One procedure of a caller, by its dotted name. */
export function procedureCaller(caller: unknown, path: string): Call {
  return path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as Call;
}

/** As much of a procedure as tells what it is and takes. */
export type Procedure = { _def: { type: "query" | "mutation" | "subscription"; inputs: z.ZodType[] } };

type Fields = Record<string, JsonSchema>;

/** The fields of a procedure's input, as JSON Schema. */
export function fieldsOf({ _def }: Procedure): Fields {
  const schemas = _def.inputs.map((input) => z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
  return Object.assign({}, ...schemas.map(({ properties }) => properties));
}

/** An input whose fields all fit. @param known what to put into fields of these names */
export function fittingInput(fields: Fields, known: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, name in known ? known[name] : fitting(field)]),
  );
}

function fitting({ enum: options, anyOf, const: only, type, properties = {} }: JsonSchema): unknown {
  if (Array.isArray(options)) return options[0];
  if (Array.isArray(anyOf)) return fitting(anyOf[0]);
  if (only !== undefined) return only;
  if (type === "object") return fittingInput(properties as Fields, {});
  return { string: "hello", integer: 1, number: 1, boolean: false, array: [] }[String(type)];
}
