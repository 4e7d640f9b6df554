import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey } from "@docsteward/services/testing";
import { ensureBuilt, startWeb } from "@docsteward/web/testing/web-process";
import { startTestWorker, type TestWorker } from "@docsteward/worker/testing/worker";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const python = join(root, "clients/python");
let worker: TestWorker | undefined;
let web: ReturnType<typeof startWeb> | undefined;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  await run("python3", ["-c", "import sys; assert sys.version_info >= (3, 9)"]).catch(() => {
    throw new Error("The tests of the Python client need Python 3.9 or later. Install it: `apt-get install python3`.");
  });
  await ensureBuilt();
  worker = await startTestWorker(() => reply.text("Press the kill switch [1]."));
  const { services, ctx, model } = worker;
  await seedSite(ctx, [
    { path: "/guides/flags", text: "A flag turns a feature on or off for some of your users." },
    { path: "/guides/kill-switch", text: "A kill switch turns a feature off immediately. How: press it." },
  ]);
  web = startWeb({
    DATABASE_URL: services.databaseUrl,
    DATA_DIR: services.dataDir,
    KEY_SECRET: services.keySecret,
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: model.url,
  });
  const ended = web.exited.then(({ stderr }) => {
    throw new Error(`The web process ended before it was ready: ${stderr}`);
  });
  const { port } = await Promise.race([web.ready, ended]);
  variables = {
    ...process.env,
    DOCSTEWARD_URL: `http://127.0.0.1:${port}`,
    DOCSTEWARD_ADMIN_KEY: (await seedKey(ctx)).token,
    DOCSTEWARD_ASSISTANT_KEY: (await seedKey(ctx, { kind: "assistant" })).token,
    DOCSTEWARD_PROJECT: ctx.project.id,
    DOCSTEWARD_DOMAIN: ctx.project.domain,
    PYTHONPATH: python,
    PYTHONDONTWRITEBYTECODE: "1",
  };
}, 600_000);
afterAll(async () => {
  web?.child.kill("SIGKILL");
  await web?.exited;
  await worker?.[Symbol.asyncDispose]();
});

/** The examples of a README, by the heading above each. */
async function examplesOf(path: string, language: string): Promise<Map<string, string>> {
  const sections = (await readFile(join(root, path), "utf8")).split(/^## /m).slice(1);
  const fence = `\`\`\`${language}\n`;
  return new Map(
    sections.map((text) => {
      const from = text.indexOf(fence) + fence.length;
      return [text.slice(0, text.indexOf("\n")), text.slice(from, text.indexOf("```", from))];
    }),
  );
}

const runPython = (source: string) => run("python3", ["-c", source], { env: variables });

async function runTypeScript(source: string) {
  // In the package, where its imports are found, and gone with the test.
  const path = join(import.meta.dirname, `example-${crypto.randomUUID()}.ts`);
  await writeFile(path, source);
  try {
    return await run(process.execPath, [path], { env: variables });
  } finally {
    await rm(path);
  }
}

test.for([
  ["Python", "clients/python/README.md", "python", runPython],
  ["TypeScript", "packages/api-client/README.md", "ts", runTypeScript],
] as const)("the %s examples of the README run against the service", async ([_name, path, language, runExample]) => {
  const examples = await examplesOf(path, language);

  const job = await runExample(examples.get("Run a job") ?? "");
  expect(job.stdout).toMatch(/^job\.created /);
  expect(job.stdout).toMatch(/^completed (None|null)$/m);
  const asked = await runExample(examples.get("Ask the assistant") ?? "");
  expect(asked.stdout).toMatch(/^\[1\] .*\/guides\/kill-switch/m);
  expect(asked.stdout.split("\n")[0]?.length).toBeGreaterThan(10);
  const refused = await runExample(examples.get("Errors") ?? "");
  expect(refused.stdout).toMatch(/^not_found /);
});
