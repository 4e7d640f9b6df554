import { colors } from "@docsteward/tooling/terminal";
import { print, printDim, runCommand, toCount } from "../support/run-command.ts";
import { listInputs } from "./list-inputs.ts";
import { printReport } from "./print-report.ts";
import { runHostile } from "./run-hostile.ts";

const LEAST_SECONDS = 20;

runCommand({
  usage: `Sends everything that a hostile tenant can to a service of its own, beside another tenant, and prints what it did to both.

  --seconds N   how long at most, beside the start (300)
  --seed TEXT   order of the inputs (default: a new seed)
  --only TEXT   only inputs whose name holds this
  --beside      only both tenants together, without each input alone
  --control     also beside a process that computes as much as the sender, and sends nothing
  --log FILE    save the service's log`,
  options: {
    seconds: { type: "string" },
    only: { type: "string" },
    beside: { type: "boolean" },
    control: { type: "boolean" },
  },
  read({ seconds = "300", only = "", beside = false, control = false }) {
    const inputs = listInputs().filter(({ name }) => name.includes(only));
    if (inputs.length === 0) throw new Error(`No input's name holds "${only}".`);
    return { seconds: toCount("seconds", seconds, LEAST_SECONDS), inputs, isBesideOnly: beside, hasControl: control };
  },
  async run(options) {
    const { seed, seconds, inputs } = options;
    print(`${colors.bold("Docsteward hostile")}  seed ${seed}: ${inputs.length} inputs, about ${seconds} s\n`);
    return printReport(await runHostile({ ...options, onLine: printDim }), print);
  },
  verdict: { well: "reach met", ill: "reach missed" },
});
