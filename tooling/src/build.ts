import { buildCode } from "./supervisor/build-code.ts";
import { buildWeb } from "./supervisor/build-web.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { runMain } from "./terminal.ts";

/** Builds the web app and the code of the processes ahead of a start, unless their builds exist. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(130) });
  const { path } = await buildWeb({ onLine: (line) => console.log(line), signal: stopping.signal });
  await buildCode({ signal: stopping.signal });
  console.log(path);
}

runMain(main);
