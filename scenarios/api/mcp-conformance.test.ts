import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seedKey } from "@docsteward/services/testing";
import { type ApiWorld, openApiWorld } from "@docsteward/web/testing/api-world";
import { afterAll, beforeAll, expect, test } from "vitest";

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

/** What applies, and must therefore be among what passes. */
const APPLICABLE = {
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

let world: ApiWorld;
let proxy: Server;
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-conformance-"));
  world = await openApiWorld();
  const { ctx } = await world.seedTenant();
  let token = "";
  // The suite can't send a key.
  proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const target = { host: "127.0.0.1", port: world.port, path: incoming.url, method };
    const sent = request({ ...target, headers: { ...headers, authorization: `Bearer ${token}` } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.once("error", () => outgoing.destroy());
    outgoing.once("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  ({ token } = await seedKey(ctx, { kind: "assistant", allowedOrigins: [origin] }));
  url = `${origin}/mcp/${ctx.project.domain}`;
}, 600_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await world.close();
  await rm(folder, { recursive: true });
});

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"; errorMessage?: string };

/** Runs what a revision requires. @returns the checks of each scenario */
async function runSuite(revision: string): Promise<Map<string, Check[]>> {
  const results = join(folder, revision);
  const args = [SUITE, "server", "--url", url, "--requirements", revision, "--output-dir", results];
  const exited = Promise.withResolvers<void>();
  // It exits with 1 because of what does not apply.
  execFile(process.execPath, args, { maxBuffer: 10_000_000 }, () => exited.resolve());
  await exited.promise;
  const scenarios = new Map<string, Check[]>();
  for (const name of await readdir(results)) {
    const checks: Check[] = JSON.parse(await readFile(join(results, name, "checks.json"), "utf8"));
    scenarios.set(name.slice("server-".length, name.search(/-\d{4}-\d\d-\d\dT/)), checks);
  }
  return scenarios;
}

test.each(["2025-11-25", "2026-07-28"] as const)(
  "the protocol's own suite finds no failure of what applies in revision %s",
  async (revision) => {
    const excused = new Set(NOT_APPLICABLE.flatMap(({ names }) => names));

    const scenarios = await runSuite(revision);

    const failures = [...scenarios].flatMap(([scenario, checks]) =>
      checks.filter(({ status }) => status === "FAILURE").map((check) => ({ scenario, ...check })),
    );
    const unexpected = failures.filter(
      ({ scenario, id }) =>
        id.startsWith("wire-schema") || !(excused.has(scenario) || excused.has(`${scenario}:${id}`)),
    );
    expect(unexpected).toEqual([]);
    const stale = [...scenarios.keys()].filter(
      (name) => excused.has(name) && !failures.some(({ scenario }) => scenario === name),
    );
    expect(stale).toEqual([]);
    const applicable = [...scenarios].filter(
      ([name, checks]) =>
        !excused.has(name) && checks.some(({ id, status }) => status === "SUCCESS" && !id.startsWith("wire-schema")),
    );
    expect(applicable.map(([name]) => name)).toEqual(expect.arrayContaining(APPLICABLE[revision]));
  },
);
