import { join } from "node:path";
import { runCommand, turboCommand } from "../run-command.ts";
import { type Check, commandCheck, countPlaywright, countVitest, reportCheck } from "./check.ts";
import { requireChromium } from "./chromium.ts";
import { fetchPromtool } from "./promtool.ts";

const LOOKS_AT_SOURCES: readonly Check[] = [
  commandCheck("format and lint", { program: "biome", args: ["ci", "."] }),
  commandCheck("import rules", { program: "node", args: ["tooling/src/check-architecture.ts"] }),
  commandCheck("linear expressions", { program: "node", args: ["tooling/src/check-expressions.ts"] }),
  commandCheck("licences", { program: "node", args: ["tooling/src/check-licences.ts"] }),
  commandCheck("dead code", { program: "knip", args: ["--no-progress", "--no-config-hints"] }),
];

const TYPES = commandCheck("types", turboCommand("types"));
const BUILD = commandCheck("web build", { program: "node", args: ["tooling/src/build.ts"], isSlow: true });

const UNITS_STEP = 5;
const UNITS = reportCheck({
  name: "unit and integration",
  prepare: async ({ signal }) => {
    await requirePrograms(signal);
    await fetchPromtool(signal);
  },
  command: (file) => ({
    program: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    // The stories beside them wait for workers, which give way as far.
    priorityStep: UNITS_STEP,
  }),
  count: countVitest,
});

const STORIES = reportCheck({
  name: "end to end",
  isSlow: true,
  prepare: ({ signal }) => requireChromium(signal),
  command: (file) => ({
    program: "e2e/node_modules/.bin/playwright",
    args: ["test", "--config=e2e/playwright.config.ts", "--reporter=line,json"],
    variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }),
  count: countPlaywright,
});

const DEMO = commandCheck("demo", {
  program: "node",
  args: ["tooling/src/demo.ts", "--exit"],
  // Separate data and port: another demo may be running for a person to look at.
  variables: (folder) => ({ DATA_DIR: join(folder, "data"), TMPDIR: folder, PORT: "0" }),
  isSlow: true,
});

/**
 * Everything that `pnpm test` checks: stages follow each other, the lanes of a stage run side by side, and the checks of a lane
 * one after another, the quickest to fail first.
 *
 * Two lanes leave no core idle: stories wait for browsers and processes, and a build works on one file at a time for long.
 */
export const STAGES: readonly (readonly (readonly Check[])[])[] = [
  // One turbo after the other: each may put generated files in place that the other reads.
  [LOOKS_AT_SOURCES, [TYPES, BUILD]],
  // Tests of both lanes start the built web process, and find it here.
  [[UNITS], [STORIES, DEMO]],
];

/** What the samples in the documents are run with. */
const PROGRAMS = ["curl", "python3"] as const;

/**
 * Makes sure that the programs are there which tests run beside Node: as root they are installed.
 *
 * @throws Error saying what to install
 */
async function requirePrograms(signal: AbortSignal): Promise<void> {
  const missing = await findMissing(signal);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0) {
    const variables = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update"], { signal, variables });
    await runCommand("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { signal, variables });
    if ((await findMissing(signal)).length === 0) return;
  }
  const names = missing.join(" and ");
  throw new Error(`The tests of the documentation's samples need ${names}. Install ${names}.`);
}

async function findMissing(signal: AbortSignal): Promise<string[]> {
  const found = await Promise.all(PROGRAMS.map(async (name) => ({ name, code: await codeOf(name, signal) })));
  return found.filter(({ code }) => code !== 0).map(({ name }) => name);
}

async function codeOf(name: string, signal: AbortSignal): Promise<number | null> {
  return runCommand(name, ["--version"], { signal }).then(
    ({ code }) => code,
    () => null,
  );
}
