// A process that was launched, for tests: reports that it runs, and that it got a stop signal.
import { onStopSignal } from "../on-stop-signal.ts";

function stop(): never {
  console.log("stop requested");
  process.exit(0);
}

onStopSignal({ first: stop, second: stop });
console.log("runs");
setInterval(() => undefined, 1_000);
