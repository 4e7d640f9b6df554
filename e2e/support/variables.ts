/**
 * The environment of a service under test: nothing of what happens to be configured on this machine, and the offline model
 * unless a story brings its own.
 */
export function makeVariables(dataDir: string, more: Record<string, string> = {}): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    TZ,
    PORT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    BASE_URL: "",
    KEY_SECRET: "",
    WORKERS: "1",
    MODEL_PROVIDER: "offline",
    LOG_FORMAT: "json",
    LIMIT_AGENT_PER_HOUR: "1000",
    ...more,
  };
}
