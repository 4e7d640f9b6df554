import { join } from "node:path";
import { turboCommand } from "../turbo-command.ts";
import type { Check } from "./check.ts";
import { commandCheck } from "./command-check.ts";
import { countPlaywright } from "./count-playwright.ts";
import { countVitest } from "./count-vitest.ts";
import { reportCheck } from "./report-check.ts";
import { requireChromium } from "./require-chromium.ts";
import { requirePrograms } from "./require-programs.ts";

/** Everything that `pnpm test` checks, in order: the quickest to fail first. */
export const CHECKS: readonly Check[] = [
  commandCheck("format and lint", { program: "biome", args: ["ci", "."] }),
  commandCheck("import rules", { program: "node", args: ["tooling/src/check-imports.ts"] }),
  commandCheck("types", turboCommand("types")),
  commandCheck("dead code", { program: "knip", args: ["--no-progress", "--no-config-hints"] }),
  // Tests start the built web process, too, and find it here.
  commandCheck("web build", { ...turboCommand("build", "--filter=@docsteward/web"), isSlow: true }),
  reportCheck({
    name: "unit and integration",
    prepare: ({ signal }) => requirePrograms(signal),
    command: (file) => ({
      program: "vitest",
      args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    }),
    count: countVitest,
  }),
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
  commandCheck("demo", {
    program: "node",
    args: ["tooling/src/demo.ts", "--exit"],
    // Data and port of its own: a demo that somebody looks at may be up.
    variables: (folder) => ({ DATA_DIR: join(folder, "data"), TMPDIR: folder, PORT: "0" }),
    isSlow: true,
  }),
];
