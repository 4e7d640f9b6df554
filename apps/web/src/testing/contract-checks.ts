import type { DescribedResponse, JsonSchema, MediaType, OpenApiDocument } from "@docsteward/contract/openapi/document";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type JudgedAnswer = {
  /** As the document has it: `/v2/agent/{projectId}/job`. */
  path: string;
  method: string;
  status: number;
  contentType: string | null;
  hasHeader(name: string): boolean;
  /** Null for a stream that was not read. */
  body: string | null;
};

/** Headers that the document names, and that an answer may do without. */
const OPTIONAL = new Set(["Sunset", "Retry-After", "Idempotency-Replayed"]);

const isOf = (answer: DescribedResponse | undefined, type: string) =>
  answer !== undefined && (answer.content === undefined || type in answer.content);

/**
 * Holds answers against the document: status, media type, headers and body of each must be described there.
 *
 * @returns what is wrong, a sentence each
 */
export function createJudge(document: OpenApiDocument): (answer: JudgedAnswer) => string[] {
  const check = createSchemaChecker(document);
  return ({ path, method, status, contentType, hasHeader, body }) => {
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const type = contentType?.split(";")[0] ?? "";
    const described = [responses[String(status)], responses.default].find((answer) => isOf(answer, type));
    if (described === undefined) return [`${method} ${path} answers ${status} as ${type}, which is not described`];
    const missing = Object.keys(described.headers)
      .filter((name) => !OPTIONAL.has(name) && !hasHeader(name))
      .map((name) => `${status} has no ${name}`);
    if (described.content === undefined) return [...missing, ...(body ? [`${status} has a body`] : [])];
    const media = described.content[type];
    return [...missing, ...(media === undefined || body === null ? [] : faultsOf(media, type, body))];
  };

  function faultsOf({ schema }: MediaType, type: string, body: string): string[] {
    if (!/[/+]json$/.test(type)) return [];
    return check(schema, JSON.parse(body));
  }
}

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
