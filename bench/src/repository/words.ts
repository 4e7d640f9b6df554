const words = (text: string) => text.split(" ");

/** What the sentences of generated pages are made of. */
export const NOUNS = words(
  "cluster node schema query index table region replica backup restore session token webhook endpoint " +
    "request response payload header client server worker queue job event stream topic partition offset " +
    "consumer producer dashboard project workspace organization role permission policy secret certificate " +
    "domain route gateway proxy cache snapshot migration transaction constraint column row cursor driver " +
    "connection pool timeout retry limit quota metric alert log trace plugin template variable " +
    "environment deployment",
);

export const VERBS = words(
  "creates reads updates deletes returns accepts rejects validates configures restarts replaces exports " +
    "imports monitors schedules encrypts signs verifies routes balances archives restores replicates " +
    "compresses streams caches invalidates rotates upgrades installs",
);

export const ADJECTIVES = words(
  "default optional required distributed local remote primary secondary encrypted temporary persistent " +
    "read-only stale current previous manual automatic incremental regional shared",
);

export const AREAS = words(
  "get-started concepts guides reference api cli sdk deploy operate security integrations " +
    "troubleshooting releases tutorials",
);

export const LANGUAGES = [
  { name: "python", ending: "py" },
  { name: "go", ending: "go" },
  { name: "typescript", ending: "ts" },
  { name: "yaml", ending: "yaml" },
  { name: "json", ending: "json" },
  { name: "bash", ending: "sh" },
] as const;
