import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const TARGET = join(import.meta.dirname, "../openapi/github.json");

/** Cuts GitHub's OpenAPI (`generated/api.github.com.json` of npm's @octokit/openapi) to the operations used here. */
async function main([source, version]: string[]): Promise<void> {
  if (!source || !version) {
    throw new Error("Name the file to cut and the version it is of: cut-openapi.ts path/to/api.github.com.json 23.0.2");
  }
  const whole = JSON.parse(await readFile(source, "utf8")) as OpenApi;
  const cut = { source: `@octokit/openapi ${version}, api.github.com`, ...cutOpenApi(whole, OPERATIONS) };
  await writeFile(TARGET, `${JSON.stringify(cut)}\n`);
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schemas = Record<string, Json>;
type Media = { content?: Record<string, { schema?: Json }> };
type Parameter = { name: string; in: string; required?: boolean; schema?: Json } | { $ref: string };
type Operation = {
  parameters?: Parameter[];
  requestBody?: Media & { required?: boolean };
  responses: Record<string, Json>;
};

type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas; parameters: Record<string, Json>; responses: Record<string, Json> };
};

type CutOperation = { query: Schemas; body: Json; responses: Record<string, Json> };
type Cut = { operations: Record<string, CutOperation>; schemas: Schemas };

/** What says nothing about whether a value is valid. */
const WORDS = new Set(["description", "example", "examples", "title", "deprecated", "externalDocs", "readOnly"]);

/** Keeps the schemas of some operations (query, body, each response), with all that they refer to and no words. */
function cutOpenApi(whole: OpenApi, operations: readonly string[]): Cut {
  const schemas: Schemas = {};
  const keep = (schema: Json | undefined): Json => {
    const kept = withoutWords(schema ?? null);
    for (const name of referencesOf(kept)) {
      if (name in schemas) continue;
      schemas[name] = {};
      schemas[name] = keep(whole.components.schemas[name]);
    }
    return kept;
  };
  const cut = operations.map((key): [string, CutOperation] => {
    const [method = "", path = ""] = key.split(" ");
    const operation = whole.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`GitHub's OpenAPI has no ${key}.`);
    return [key, cutOperation(whole, operation, keep)];
  });
  return { operations: Object.fromEntries(cut), schemas };
}

function cutOperation(whole: OpenApi, operation: Operation, keep: (schema: Json | undefined) => Json): CutOperation {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(whole, parameter) as Parameter);
  const query = parameters.flatMap((parameter) =>
    "in" in parameter && parameter.in === "query" ? [[parameter.name, keep(parameter.schema)] as const] : [],
  );
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    return [status, keep(corrected(schemaOf(resolve(whole, response) as Media)))] as const;
  });
  return {
    query: Object.fromEntries(query),
    body: keep(schemaOf(operation.requestBody)),
    responses: Object.fromEntries(responses),
  };
}

/** The list of installations repeats their schema with a mistake in it: an account that is both a user and an enterprise. */
function corrected(schema: Json | undefined): Json | undefined {
  const { type, items } = (schema ?? {}) as { type?: Json; items?: { title?: Json } };
  const isList = type === "array" && items?.title === "Installation";
  return isList ? { type, items: { $ref: "#/components/schemas/installation" } } : schema;
}

const schemaOf = (media: Media | undefined) => media?.content?.["application/json"]?.schema;

function resolve(whole: OpenApi, value: Json | Parameter): unknown {
  const reference = (value as { $ref?: string } | null)?.$ref;
  const [, kind, name] = reference?.match(/^#\/components\/(parameters|responses)\/(.+)$/) ?? [];
  return kind && name ? whole.components[kind as "parameters" | "responses"][name] : value;
}

function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (key === "properties") return [[key, mapValues(inner as Schemas, withoutWords)]];
    if (WORDS.has(key) || key.startsWith("x-")) return [];
    return [[key, withoutWords(inner)]];
  });
  return Object.fromEntries(entries);
}

const mapValues = (record: Schemas, change: (value: Json) => Json) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function referencesOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner.replace("#/components/schemas/", "")] : referencesOf(inner),
  );
}

/** The operations of GitHub's API that Docsteward asks for or the forge answers: what the cut of its OpenAPI holds. */
const OPERATIONS = [
  "GET /app",
  "GET /app/installations",
  "GET /app/installations/{installation_id}",
  "POST /app/installations/{installation_id}/access_tokens",
  "POST /app-manifests/{code}/conversions",
  "GET /installation/repositories",
  "GET /rate_limit",
  "GET /users/{username}",
  "GET /users/{username}/installation",
  "GET /orgs/{org}/installation",
  "GET /repos/{owner}/{repo}",
  "GET /repos/{owner}/{repo}/installation",
  "GET /repos/{owner}/{repo}/branches",
  "GET /repos/{owner}/{repo}/branches/{branch}",
  "GET /repos/{owner}/{repo}/rules/branches/{branch}",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  "GET /repos/{owner}/{repo}/pulls",
  "POST /repos/{owner}/{repo}/pulls",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "GET /repos/{owner}/{repo}/compare/{basehead}",
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
  "POST /repos/{owner}/{repo}/check-runs",
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
  "GET /repos/{owner}/{repo}/git/ref/{ref}",
  "POST /repos/{owner}/{repo}/git/refs",
  "PATCH /repos/{owner}/{repo}/git/refs/{ref}",
  "DELETE /repos/{owner}/{repo}/git/refs/{ref}",
  "POST /repos/{owner}/{repo}/git/blobs",
  "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
  "POST /repos/{owner}/{repo}/git/commits",
  "POST /repos/{owner}/{repo}/git/trees",
] as const;

await main(process.argv.slice(2));
