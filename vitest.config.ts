import { defineConfig } from "vitest/config";

/** Their tests touch nothing that another file of tests could meet: no database, no variable, no global of the process. */
const PURE = "packages/{contract,docs,models,platform,text}/**/*.test.ts";
/**
 * The same with a database, which is each file's own: what two files share is modules, and these keep nothing by themselves. Those of a
 * shutdown tell their process to end: no stream of it stays open from then on.
 */
const SHARED = [
  "packages/{services,assistant,agent}/**/*.test.ts",
  "apps/web/src/{app,components,server}/**/!(*-at-shutdown).test.ts",
];
/** Tests with the PostgreSQL of the run. */
const withDatabase = {
  globalSetup: ["packages/db/src/testing-setup.ts"],
  // Vite sets this one to "/" for pages; for us it would be a wrong address.
  env: { BASE_URL: "" },
};

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/.next/**"],
    pool: "forks",
    // One more than the two cores of the least machine: tests wait for processes a fifth of their time.
    maxWorkers: 3,
    // For what hangs. Stories run beside these tests, on whatever machine this is, and bounded processes get what all others leave: half a
    // minute may be one second of theirs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What a test waits for comes when the machine gets to it.
    expect: { poll: { timeout: 200_000 } },
    projects: [
      // One process after another would cost these more than their tests do.
      { extends: true, test: { name: "pure", include: [PURE], isolate: false } },
      {
        extends: true,
        test: {
          name: "shared",
          include: SHARED,
          isolate: false,
          setupFiles: ["packages/git/src/testing-setup.ts"],
          ...withDatabase,
        },
      },
      // These start processes, which costs a large process more, or are about their own.
      {
        extends: true,
        test: {
          name: "whole",
          include: [
            "packages/**/*.test.ts",
            "apps/**/*.test.ts",
            "testing/**/*.test.ts",
            "tooling/**/*.test.ts",
            "scenarios/**/*.test.ts",
            "e2e/chaos/**/*.test.ts",
            "bench/src/**/*.test.ts",
          ],
          exclude: [PURE, ...SHARED],
          ...withDatabase,
        },
      },
    ],
  },
});
