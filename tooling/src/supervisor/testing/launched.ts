// A process that was launched, for tests: says that it runs, and that it was told to stop.
import { onStopSignal } from "../on-stop-signal.ts";

function stop(): never {
  console.log("told to stop");
  process.exit(0);
}

onStopSignal({ first: stop, second: stop });
console.log("runs");
setInterval(() => undefined, 1_000);
