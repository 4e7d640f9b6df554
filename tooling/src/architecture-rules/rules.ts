/** Imports go down, never up or sideways: what each package of the workspace may import of the others. */
export const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  contract: [],
  platform: [],
  text: [],
  ui: [],
  "model-script": [],
  "github-forge": [],
  "chat-clients": [],
  "api-client": [],
  db: ["platform"],
  docs: ["text", "contract", "platform"],
  git: ["contract", "platform"],
  drift: ["git", "text", "contract", "platform"],
  models: ["text", "contract", "platform"],
  agent: ["docs", "models", "git", "text", "contract", "platform"],
  assistant: ["docs", "models", "text", "contract", "platform"],
  services: ["assistant", "git", "db", "text", "contract", "platform"],
  widget: ["contract"],
  web: ["services", "widget", "text", "contract", "ui", "platform"],
  worker: ["services", "agent", "assistant", "drift", "git", "docs", "models", "db", "contract", "platform"],
  cli: ["services", "agent", "drift", "git", "docs", "models", "text", "contract", "platform"],
  tooling: ["github-forge", "web", "services", "db", "git", "contract", "platform"],
  scenarios: ["web", "worker", "cli", "services", "assistant", "git", "docs", "models", "db", "contract", "platform"],
  e2e: ["tooling", "github-forge", "services", "assistant", "db", "git", "contract", "platform"],
};

/** What only tests may import besides: the scripted model server and each package's test support. */
export const TEST_ONLY = /^(model-script\/.*|[a-z-]+\/(testing|describe-git-host)([-/].*)?)$/;

/** Files that are tests or support them. */
export const TEST_FILES =
  /(\.test\.tsx?|\/testing(-[a-z-]+)?\.ts|\/testing\/[^/]+|\/describe-git-host\.ts)$|^(e2e|scenarios)\//;

/** A longer file says why in a comment on its first line. */
export const MAX_LINES = 350;

/** Who may read `process.env`, and why. Everybody else asks `packages/platform/src/env.ts`. */
export const ENV_READERS: readonly { readonly path: RegExp; readonly why: string }[] = [
  { path: /^packages\/platform\/src\/env\.ts$/, why: "reads every setting, once, and says what is wrong with them" },
  { path: /^(tooling|e2e|bench)\//, why: "starts processes with what it was started with itself" },
  { path: TEST_FILES, why: "finds programs, and the server of the test run, where the machine has them" },
  {
    path: /^(packages\/git\/src\/run\/hardened-git|testing\/github-forge\/src\/git\/run-git)\.ts$/,
    why: "where git is installed is a fact of the machine, not a setting",
  },
  {
    path: /^apps\/cli\/src\/commands\/serve\.ts$/,
    why: "the process that takes its place gets what it was started with itself",
  },
  {
    path: /^apps\/web\/src\/instrumentation\.ts$/,
    why: "Next puts a constant in its place when it builds, so that the log stays out of its edge bundle",
  },
  {
    path: /^packages\/assistant\/src\/embedding\/offline\/open-runtime\.ts$/,
    why: "forbids a library to report to its maker, which it can only do by a variable",
  },
  { path: /^packages\/db\/prisma\.config\.ts$/, why: "tells Prisma's own command what it reads from nowhere else" },
];
