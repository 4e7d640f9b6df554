import type { JsonSchema, OpenApiDocument } from "@docsteward/contract/openapi/document";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/**
 * Checks values against schemas as they stand in the document, references included.
 *
 * @returns what is wrong, a sentence each; none when the value fits
 */
export function createSchemaChecker({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return (schema: JsonSchema, value: unknown): string[] => {
    const validate = ajv.compile({ allOf: [schema], components });
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
