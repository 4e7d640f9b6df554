import { z } from "zod";
import type { JsonSchema } from "./document.ts";

/** Collects the named schemas of an OpenAPI document. */
export type SchemaRegistry = {
  /** The schema as the document holds it: a reference when it has a name of its own, else the schema itself. */
  add(schema: z.ZodType, io: "input" | "output"): JsonSchema;
  /** Everything with a name that was added so far, by name. */
  schemas(): Record<string, JsonSchema>;
};

const PLACE = "#/components/schemas/";

/**
 * Gathers the schemas of a document: each one with a name (`.meta({ id })`) stands once under `components.schemas`, wherever it
 * is used.
 */
export function createSchemaBook(): SchemaRegistry {
  const named = new Map<string, JsonSchema>();

  function keep(name: string, schema: JsonSchema): void {
    const known = named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the name ${name}: rename one of them`);
    }
    named.set(name, schema);
  }

  return {
    add(schema, io) {
      const {
        $schema: _,
        $defs = {},
        ...own
      } = toPlaced(z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => simplify(jsonSchema, io) }));
      for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) keep(name, definition);
      return own;
    },
    schemas: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function simplify(jsonSchema: JsonSchema, io: "input" | "output"): void {
  // Fields may be added to answers within a version, so their schemas close no objects; those of bodies say what is refused.
  if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Says again what `format` says, in 300 characters.
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

/** Lets references point to where the document keeps its schemas. */
function toPlaced(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${PLACE}`));
}
