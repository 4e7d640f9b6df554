import { buildWeb } from "@docsteward/tooling/supervisor/build-web";

/** The stories need the built web app; nothing happens when it is there. */
export default () => buildWeb({ onLine: (line) => process.stdout.write(`${line}\n`) });
