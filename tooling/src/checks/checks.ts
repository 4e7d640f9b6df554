import type { Check } from "./check.ts";
import { commandCheck } from "./command-check.ts";
import { countPlaywright } from "./count-playwright.ts";
import { countVitest } from "./count-vitest.ts";
import { reportCheck } from "./report-check.ts";
import { requireChromium } from "./require-chromium.ts";

const turbo = (task: string, ...more: string[]) => ["run", task, "--output-logs=errors-only", "--ui=stream", ...more];

/** Everything that `pnpm test` checks, in order: the quickest to fail first. */
export const CHECKS: readonly Check[] = [
  commandCheck("format and lint", "biome", ["ci", "."]),
  commandCheck("import rules", "node", ["tooling/src/check-imports.ts"]),
  commandCheck("types", "turbo", turbo("types")),
  commandCheck("dead code", "knip", ["--no-progress"]),
  reportCheck({
    name: "unit and integration",
    command: (file) => ({
      program: "vitest",
      args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    }),
    count: countVitest,
  }),
  commandCheck("web build", "turbo", turbo("build", "--filter=@docsteward/web"), { isSlow: true }),
  reportCheck({
    name: "end to end",
    isSlow: true,
    prepare: ({ signal }) => requireChromium(signal),
    command: (file) => ({
      program: "e2e/node_modules/.bin/playwright",
      args: ["test", "--config=e2e/playwright.config.ts", "--reporter=line,json"],
      variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
    count: countPlaywright,
  }),
  commandCheck("demo", "node", ["tooling/src/demo.ts", "--exit"], { isSlow: true }),
];
