import { readFile } from "node:fs/promises";
import type { DescribedOperation, Example, MediaType } from "@docsteward/contract/openapi/document";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { createSchemaChecker } from "../../testing/contract-checks.ts";
import { insertOperations } from "./api-page.ts";
import { OPERATIONS, openApiDocument } from "./document.ts";

const document = openApiDocument();
const check = createSchemaChecker(document);
const readDocs = (name: string) => readFile(new URL(`../../../../../docs/${name}`, import.meta.url), "utf8");
const describedOf = ({ path, method }: (typeof OPERATIONS)[number]) =>
  document.paths[path]?.[method.toLowerCase()] as DescribedOperation;

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();

  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("the committed copies are current (else run `pnpm openapi`)", async () => {
  const page = await readDocs("api.md");

  expect(JSON.parse(await readDocs("openapi.json"))).toEqual(document);
  expect(insertOperations(page, OPERATIONS)).toBe(page);
});

test("every error's example is a problem with its code", () => {
  for (const [code, { value }] of Object.entries(document.components.examples)) {
    expect(check({ $ref: "#/components/schemas/Problem" }, value)).toEqual([]);
    expect(value).toMatchObject({ code });
  }
});

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const described = describedOf(operation);

  test("is described whole: its key, every parameter of its path, an answer and its errors", () => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = described.parameters.filter((parameter) => parameter.in === "path");

    expect(described.operationId).toBe(operation.id);
    expect(described.security).toEqual([{ [operation.auth]: [] }]);
    expect(described.deprecated ?? false).toBe(operation.deprecated !== undefined);
    expect(inPath.map(({ name }) => name)).toEqual(names);
    for (const { example } of inPath) expect(example).toBeTypeOf("string");
    for (const status of [String(operation.status ?? 200), "400", "401", "403", "404", "500", "503"])
      expect(described.responses).toHaveProperty(status);
  });

  test("has an example of each body, and it fits its schema", () => {
    const bodies = [described.requestBody?.content, described.responses["200"]?.content].filter(
      (body) => body !== undefined,
    );
    for (const media of bodies.flatMap((content) => Object.values(content))) {
      const values = examplesOf(media);
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(check(media.schema, value)).toEqual([]);
    }
  });

  test("has examples of its errors only with codes that it can give", () => {
    for (const [status, { content }] of Object.entries(described.responses)) {
      const media = content?.["application/problem+json"];
      if (media === undefined) continue;
      for (const code of Object.keys(media.examples ?? {})) {
        const value = document.components.examples[code]?.value;
        expect(check(media.schema, value)).toEqual([]);
        expect(value).toMatchObject({ status: Number(status) });
      }
    }
  });
});

function examplesOf({ examples = {} }: MediaType): unknown[] {
  return Object.values(examples).map((example) => (example as Example).value);
}
