import type { CreatedKey } from "#trpc/types.ts";

type CallOptions = {
  token: string;
  key: Pick<CreatedKey["key"], "kind" | "scopes">;
  site: { projectId: string; domain: string; baseUrl: string };
};

export type KeyCall = { method: "GET" | "POST"; path: string; body?: object };

/** A call that every key of the kind may make and that changes nothing. */
export function readCall({ key, site }: Pick<CallOptions, "key" | "site">): KeyCall {
  if (key.kind === "assistant") {
    const path = `/discovery/v1/search/${site.domain}`;
    return { method: "POST", path, body: { query: "getting started", pageSize: 3 } };
  }
  if (key.scopes.includes("read")) return { method: "GET", path: `/v2/agent/${site.projectId}/jobs?limit=1` };
  return workCall({ key, site });
}

/** What the key is made for. */
export function workCall({ key, site }: Pick<CallOptions, "key" | "site">): KeyCall {
  if (key.kind === "admin") {
    const body = { prompt: "Fix the typos on the start page" };
    return { method: "POST", path: `/v2/agent/${site.projectId}/job`, body };
  }
  const message = { role: "user", parts: [{ type: "text", text: "How do I begin?" }] };
  return {
    method: "POST",
    path: `/discovery/v2/assistant/${site.domain}/message`,
    body: { fp: "anonymous", messages: [{ id: "1", ...message }] },
  };
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call as a command, whole and ready to run. */
export function toCurl(call: KeyCall, { token, site }: CallOptions): string {
  const lines = [`curl ${quote(`${site.baseUrl}${call.path}`)}`, `-H ${quote(`Authorization: Bearer ${token}`)}`];
  if (call.body) lines.push(`-H ${quote("Content-Type: application/json")}`, `-d ${quote(JSON.stringify(call.body))}`);
  return lines.join(" \\\n  ");
}

/** The same as a program. */
export function toFetch(call: KeyCall, { token, site }: CallOptions): string {
  const headers = call.body
    ? `{\n    Authorization: "Bearer ${token}",\n    "Content-Type": "application/json",\n  }`
    : `{ Authorization: "Bearer ${token}" }`;
  const lines = [
    ...(call.method === "GET" ? [] : [`  method: "${call.method}",`]),
    `  headers: ${headers},`,
    ...(call.body ? [`  body: JSON.stringify(${JSON.stringify(call.body)}),`] : []),
  ];
  return `const response = await fetch("${site.baseUrl}${call.path}", {\n${lines.join("\n")}\n});\nconsole.log(response.status, await response.text());`;
}
