import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Exchange } from "./state.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Operation = { query: Record<string, Json>; body: Json; responses: Record<string, Json> };
type Cut = { operations: Record<string, Operation>; schemas: Record<string, Json> };

const cut = JSON.parse(readFileSync(join(import.meta.dirname, "../openapi/github.json"), "utf8")) as Cut;

// GitHub's description has formats and keywords of its own, which say nothing about validity.
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false, logger: false });
// biome-ignore lint/suspicious/noExplicitAny: the types of ajv-formats know only one way to import it.
(addFormats as any)(ajv);
ajv.addSchema({ $id: "github", ...(toPlain({ ...cut, components: { schemas: cut.schemas } }) as object) });

/**
 * Says where requests and answers differ from GitHub's own description of its API, a sentence each.
 * Of refusals by the forge, only the form is checked, because GitHub describes few of them. Refused requests are checked.
 *
 * @param options.mayAskWrongly leaves out refused requests: for tests that send wrong requests on purpose
 */
export function findDrift(exchanges: readonly Exchange[], options: { mayAskWrongly?: boolean } = {}): string[] {
  const { mayAskWrongly = false } = options;
  return [
    ...new Set(
      exchanges.flatMap((exchange) => [
        ...(mayAskWrongly && exchange.status >= 400 ? [] : driftOfRequest(exchange)),
        ...driftOfAnswer(exchange),
      ]),
    ),
  ];
}

function driftOfRequest({ operation, query, body }: Exchange): string[] {
  const known = cut.operations[operation];
  if (!known) return [`${operation} is not in the cut of GitHub's OpenAPI: name it in scripts/operations.ts.`];
  const strange = Object.keys(query).filter((name) => !(name in known.query));
  return [
    ...strange.map((name) => `${operation} was asked with ${name}, which GitHub does not know.`),
    ...(known.body === null ? [] : validate(operation, "body", body ?? {})),
  ];
}

function driftOfAnswer({ operation, status, answer }: Exchange): string[] {
  if (status >= 400) return isRefusal(answer) ? [] : [`${operation} refused with ${status} and no message.`];
  const known = cut.operations[operation]?.responses;
  if (!known) return [];
  if (!(String(status) in known)) return [`${operation} answered ${status}, which GitHub does not.`];
  return known[status] === null ? [] : validate(operation, `responses/${status}`, answer);
}

const isRefusal = (answer: unknown) => typeof (answer as { message?: unknown } | undefined)?.message === "string";

function validate(operation: string, part: string, value: unknown): string[] {
  const name = encodeURIComponent(operation).replaceAll("%2F", "~1");
  const check = ajv.getSchema(`github#/operations/${name}/${part}`);
  if (!check) throw new Error(`${operation} has no ${part} in the cut of GitHub's OpenAPI.`);
  if (check(JSON.parse(JSON.stringify(value)))) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${operation} ${part}${instancePath} ${message}`);
}

/** OpenAPI 3.0 as JSON Schema: `nullable` becomes a type. */
function toPlain(value: Json): Json {
  if (Array.isArray(value)) return value.map(toPlain);
  if (value === null || typeof value !== "object") return value;
  const { nullable, ...rest } = value;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, toPlain(inner)]));
  return nullable === true ? { anyOf: [{ type: "null" }, plain] } : plain;
}
