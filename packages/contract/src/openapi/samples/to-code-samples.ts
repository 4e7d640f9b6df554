import type { Operation } from "../../operation.ts";
import type { CodeSample } from "../document.ts";
import { toSampleCall } from "./sample-call.ts";
import { toCurl } from "./to-curl.ts";
import { toPython } from "./to-python.ts";
import { toTypeScript } from "./to-typescript.ts";

/** Writes the call of an operation's example in each language, to be copied and run as it is. */
export function toCodeSamples(operation: Operation): CodeSample[] {
  const call = toSampleCall(operation);
  return [
    { lang: "sh", label: "curl", source: toCurl(call) },
    { lang: "ts", label: "TypeScript", source: toTypeScript(call) },
    { lang: "python", label: "Python", source: toPython(call) },
  ];
}
