import { TEST_FILES } from "./import-rules.ts";

/** Who may read `process.env`, and why. Everybody else asks `packages/platform/src/env.ts`. */
export const ENV_READERS: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /^packages\/platform\/src\/env\.ts$/, why: "reads every setting, once, and says what is wrong with them" },
  { path: /^(tooling|e2e|bench)\//, why: "starts processes with what it was started with itself" },
  { path: TEST_FILES, why: "finds programs, and the server of the test run, where the machine has them" },
  {
    path: /^packages\/(git\/src\/run\/hardened-git|github-forge\/src\/git\/run-git)\.ts$/,
    why: "where git is installed is a fact of the machine, not a setting",
  },
  {
    path: /^apps\/web\/src\/instrumentation\.ts$/,
    why: "Next puts a constant in its place when it builds, so that the log stays out of its edge bundle",
  },
  { path: /^packages\/db\/prisma\.config\.ts$/, why: "tells Prisma's own command what it reads from nowhere else" },
];
