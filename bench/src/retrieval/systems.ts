import type { CreateSystem } from "./search-system.ts";

type System = {
  /** As the table names it, with the settings that were found best. */
  title: string;
  isOurs: boolean;
  load(): Promise<CreateSystem>;
};

/** Every system by the name it is chosen by. Loaded when it runs, in a process of its own. */
export const SYSTEMS: Record<string, System> = {
  docsteward: {
    title: "Docsteward, words alone",
    isOurs: true,
    load: async () => (await import("./systems/docsteward.ts")).docsteward,
  },
  "docsteward-meaning": {
    title: "Docsteward, words and meaning (as shipped)",
    isOurs: true,
    load: async () => (await import("./systems/docsteward-meaning.ts")).docstewardMeaning,
  },
  minisearch: {
    title: "MiniSearch, stemmed and weighted",
    isOurs: false,
    load: async () => (await import("./systems/minisearch.ts")).minisearch,
  },
  sqlite: {
    title: "SQLite FTS5, Porter, passages",
    isOurs: false,
    load: async () => (await import("./systems/sqlite.ts")).sqlite,
  },
  lunr: {
    title: "Lunr, weighted",
    isOurs: false,
    load: async () => (await import("./systems/lunr.ts")).lunr,
  },
  pagefind: {
    title: "Pagefind, dropping words",
    isOurs: false,
    load: async () => (await import("./systems/pagefind.ts")).pagefind,
  },
  postgresql: {
    title: "PostgreSQL, any word, ts_rank",
    isOurs: false,
    load: async () => (await import("./systems/postgresql.ts")).postgresql,
  },
  orama: {
    title: "Orama, stemmed and weighted",
    isOurs: false,
    load: async () => (await import("./systems/orama.ts")).orama,
  },
  flexsearch: {
    title: "FlexSearch, suggesting",
    isOurs: false,
    load: async () => (await import("./systems/flexsearch.ts")).flexsearch,
  },
  fuse: {
    title: "Fuse, weighted, any word",
    isOurs: false,
    load: async () => (await import("./systems/fuse.ts")).fuse,
  },
};
