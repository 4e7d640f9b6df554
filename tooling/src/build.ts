import { buildWeb } from "./supervisor/build-web.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { runMain } from "./terminal.ts";

/** Builds the web app ahead of a start, unless its build exists. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(130) });
  const { path } = await buildWeb({ onLine: (line) => console.log(line), signal: stopping.signal });
  console.log(path);
}

runMain(main);
