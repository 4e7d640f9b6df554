import { boundGlobalFetch } from "@docsteward/platform/bounded-fetch";
import { run } from "./run.ts";

// What runs when a process is started as `docsteward`.
process.title = "docsteward";
boundGlobalFetch();
await run(process.argv);
