import type { Caller, Repository, State } from "../state.ts";
import type { Answer } from "./answer.ts";

export type ApiRequest = {
  state: State;
  caller: Caller;
  params: Record<string, string>;
  /** Below `/api/v3`. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The one that the path names, where it names one that the caller may see. */
  repository: Repository;
};

export type Route = {
  /** As OpenAPI writes it. */
  operation: string;
  /** Who may ask. Anyone is let in who may see what the path names. */
  by: "app" | "installation" | "anyone";
  /** What an installation's token has to be good for. */
  needs?: readonly [permission: string, access: "read" | "write"];
  answer(request: ApiRequest): Answer | Promise<Answer>;
};

/** Names of branches and refs hold slashes; clients send them as they are, or escaped. */
const LONG = new Set(["ref", "branch", "path", "basehead"]);

export function toPattern(operation: string): RegExp {
  const path = operation.slice(operation.indexOf(" ") + 1);
  const pattern = path.replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => `(?<${name}>${LONG.has(name) ? ".+" : "[^/]+"})`,
  );
  return new RegExp(`^${pattern}$`);
}
