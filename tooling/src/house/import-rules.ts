/** Imports go down, never up or sideways: what each package of the workspace may import of the others. */
export const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  contract: [],
  platform: [],
  ui: [],
  "model-script": [],
  "github-forge": [],
  "chat-clients": [],
  "api-client": [],
  db: ["platform"],
  docs: ["contract", "platform"],
  git: ["contract", "platform"],
  models: ["contract", "platform"],
  agent: ["docs", "models", "git", "contract", "platform"],
  assistant: ["docs", "models", "contract", "platform"],
  services: ["assistant", "git", "db", "contract", "platform"],
  web: ["services", "contract", "ui", "platform"],
  worker: ["services", "agent", "assistant", "git", "docs", "models", "db", "contract", "platform"],
  cli: ["services", "agent", "git", "docs", "models", "contract", "platform"],
  tooling: ["github-forge", "web", "services", "db", "git", "contract", "platform"],
  e2e: ["tooling", "github-forge", "services", "db", "git", "contract", "platform"],
};

/** What only tests may import besides: the scripted model server and each package's test support. */
export const TEST_ONLY = /^(model-script\/.*|[a-z-]+\/(testing|describe-git-host)([-/].*)?)$/;

/** Files that are tests or support them. */
export const TEST_FILES =
  /(\.test\.tsx?|\/testing(-[a-z-]+)?\.ts|\/testing\/[^/]+|\/describe-git-host\.ts)$|^e2e\/|^tooling\/src\/chaos\//;

/** A longer file says why in a comment on its first line. */
export const MAX_LINES = 350;
