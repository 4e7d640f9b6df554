import { checkArchitecture } from "./architecture-rules/check.ts";
import { ROOT } from "./root.ts";

const faults = await checkArchitecture(ROOT);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
