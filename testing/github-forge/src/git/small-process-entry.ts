import { spawn } from "node:child_process";
import type { Answer, GitCall } from "./small-process.ts";

// The entry of the small process. It ends with the one that it works for.
process.on("disconnect", () => process.exit());

process.on("message", ({ id, call: { args, env, stdin } }: { id: number; call: GitCall }) => {
  const report = (answer: Answer) => void process.send?.(answer, undefined, undefined, () => undefined);
  const child = spawn("git", args, { env, stdio: ["pipe", "pipe", "pipe"] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.on("error", ({ message }) => report({ id, failure: message }));
  child.on("close", (code) =>
    report({ id, code, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8") }),
  );
  // Git may end before it has read all; what it says then is the reason.
  child.stdin.on("error", () => undefined).end(stdin);
});
