import { execFile } from "node:child_process";
import { once } from "node:events";
import type { CodeSample } from "@docsteward/contract/openapi/document";

type SampleRun = { code: number | null; output: string };

/** What runs the samples of each language; each takes the program on its standard input. */
const PROGRAMS: Record<string, { file: string; args: string[] }> = {
  sh: { file: "sh", args: ["-eu"] },
  ts: { file: process.execPath, args: ["--input-type=module-typescript", "-"] },
  python: { file: "python3", args: ["-"] },
};

/**
 * Runs a sample of the documents as a user would who copied it.
 *
 * @throws Error when the machine lacks the program
 */
export async function runSample({ lang, source }: CodeSample, variables: Record<string, string>): Promise<SampleRun> {
  const program = PROGRAMS[lang];
  if (program === undefined) throw new Error(`Nothing runs samples in ${lang}`);
  const env = { PATH: process.env.PATH, ...variables };
  const child = execFile(program.file, program.args, { env, timeout: 230_000 });
  let output = "";
  child.stdout?.on("data", (text) => {
    output += text;
  });
  child.stderr?.on("data", (text) => {
    output += text;
  });
  child.stdin?.end(source);
  const [code] = (await once(child, "close").catch((cause) => {
    throw new Error(`The samples need ${program.file}: install it, and curl and python3 with it.`, { cause });
  })) as [number | null];
  return { code, output };
}
