import { ALLOWED_EXPRESSIONS } from "./expressions/allowed-expressions.ts";
import { checkExpressions } from "./expressions/check-expressions.ts";
import { ROOT } from "./root.ts";

const faults = await checkExpressions(ROOT, ALLOWED_EXPRESSIONS);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
