// A supervisor for tests that is going to be killed: starts one child and stays.
import { startChild } from "../start-child.ts";

const [script = "", file = ""] = process.argv.slice(2);
startChild({ script, args: [file], variables: process.env, output: "inherit" });
setInterval(() => undefined, 1_000);
