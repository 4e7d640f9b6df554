import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SUITE = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

/** What of the suite does not apply to a documentation site: whole scenarios, or one check of a scenario. */
const NOT_APPLICABLE: { reason: string; names: string[] }[] = [
  {
    reason: "calls a tool of the suite's own sample server, which returns fixed images, audio, errors or progress",
    names: [
      "tools-call-simple-text",
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "tools-call-error",
      "tools-call-with-progress",
      "json-schema-2020-12",
      "server-stateless:sep-2575-server-rejects-undeclared-capability",
      "server-stateless:sep-2575-missing-capability-http-400",
      "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless:sep-2575-server-no-log-without-loglevel",
    ],
  },
  {
    reason: "reads a resource of the suite's own sample server (test://…)",
    names: ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  },
  {
    reason: "no tool of ours asks the client for input, sampling or roots",
    names: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
    ],
  },
  {
    reason: "the server declares no prompts",
    names: [
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
      "caching:sep-2549-prompts-list-caching-hints",
    ],
  },
  { reason: "the server declares no completions", names: ["completion-complete"] },
  { reason: "the server declares no logging", names: ["logging-set-level", "tools-call-with-logging"] },
  { reason: "the server declares no subscriptions", names: ["resources-subscribe", "resources-unsubscribe"] },
  { reason: "no tool of ours takes an argument from a header", names: ["http-custom-header-server-validation"] },
  {
    reason: "the tasks extension, which is optional",
    names: [
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ],
  },
];

/** What applies to each revision that the server speaks, and must therefore be among what passes. */
export const APPLICABLE = {
  "2025-11-25": ["dns-rebinding-protection", "ping", "resources-list", "server-initialize", "tools-list"],
  "2026-07-28": [
    "caching",
    "dns-rebinding-protection",
    "http-header-validation",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-stateless",
    "tools-list",
  ],
};

export type SuiteRevision = keyof typeof APPLICABLE;

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"; errorMessage?: string };

export type SuiteResult = {
  /** Scenarios of which something passed, and that apply to a documentation site. */
  passed: string[];
  /** What failed and applies. */
  failures: (Check & { scenario: string })[];
  /** Scenarios that are excused as a whole. */
  excused: string[];
  /** Excused, and yet nothing of them failed: the excuse is no longer true. */
  stale: string[];
};

/**
 * Runs what a revision of the protocol requires, by the protocol's own suite.
 *
 * @param folder takes the suite's own results
 */
export async function runSuite(url: string, revision: SuiteRevision, folder: string): Promise<SuiteResult> {
  const results = join(folder, revision);
  const args = [SUITE, "server", "--url", url, "--requirements", revision, "--output-dir", results];
  const exited = Promise.withResolvers<void>();
  // It exits with 1 because of what does not apply.
  execFile(process.execPath, args, { maxBuffer: 10_000_000 }, () => exited.resolve());
  await exited.promise;
  return judge(await readResults(results, "server-"));
}

async function readResults(folder: string, prefix: string): Promise<Map<string, Check[]>> {
  const scenarios = new Map<string, Check[]>();
  for (const name of await readdir(folder)) {
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8"));
    scenarios.set(name.slice(prefix.length, name.search(/-\d{4}-\d\d-\d\dT/)), checks);
  }
  return scenarios;
}

type AuthorizationRun = {
  /** Where the service is. */
  url: string;
  /** The MCP server that the token is for. */
  resource: string;
  folder: string;
  /** What a person answers at the page of the consent. @returns where that leads */
  allow(query: Record<string, string>): Promise<string>;
};

/**
 * Runs the suite's scenarios for authorization servers. No revision requires them: the protocol leaves such a server to whoever has one.
 */
export async function runAuthorization(run: AuthorizationRun): Promise<Pick<SuiteResult, "passed" | "failures">> {
  const { url, resource, allow } = run;
  const results = join(run.folder, "authorization");
  const port = await findPort();
  const { issuer, clientId } = await register(url, `http://127.0.0.1:${port}/callback`);
  const named = ["--url", issuer, "--client-id", clientId, "--resource", resource];
  const child = spawn(process.execPath, [SUITE, "authorization", ...named, "-p", `${port}`, "-o", results]);
  const exited = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(`${issuer}/oauth/authorize?`)) continue;
    const back = await allow(Object.fromEntries(new URL(line).searchParams));
    await (await fetch(back)).body?.cancel();
  }
  await exited;
  return judge(await readResults(results, "authorization-server-"));
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** What the authorization server says of itself. */
export async function readMetadata(url: string): Promise<{ issuer: string; registration_endpoint: string }> {
  const response = await fetch(`${url}/.well-known/oauth-authorization-server`);
  return (await response.json()) as { issuer: string; registration_endpoint: string };
}

async function register(url: string, redirectUri: string): Promise<{ issuer: string; clientId: string }> {
  const { issuer, registration_endpoint } = await readMetadata(url);
  const response = await fetch(registration_endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance suite", redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  return { issuer, clientId };
}

function judge(scenarios: ReadonlyMap<string, Check[]>): SuiteResult {
  const excused = new Set(NOT_APPLICABLE.flatMap(({ names }) => names));
  const failures = [...scenarios].flatMap(([scenario, checks]) =>
    checks.filter(({ status }) => status === "FAILURE").map((check) => ({ scenario, ...check })),
  );
  const applicable = [...scenarios].filter(
    ([name, checks]) =>
      !excused.has(name) && checks.some(({ id, status }) => status === "SUCCESS" && !id.startsWith("wire-schema")),
  );
  return {
    passed: applicable.map(([name]) => name),
    failures: failures.filter(
      ({ scenario, id }) =>
        id.startsWith("wire-schema") || !(excused.has(scenario) || excused.has(`${scenario}:${id}`)),
    ),
    excused: [...scenarios.keys()].filter((name) => excused.has(name)),
    stale: [...scenarios.keys()].filter(
      (name) => excused.has(name) && !failures.some(({ scenario }) => scenario === name),
    ),
  };
}
