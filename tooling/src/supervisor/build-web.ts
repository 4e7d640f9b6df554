import { runCommand } from "../run-command.ts";
import { turboCommand } from "../turbo-command.ts";

const UNNOTICED_MS = 2_000;

/**
 * Builds the web app unless the build at hand is of these very sources. Quiet, but for what a failed build said.
 *
 * @throws Error with the end of the build's output
 */
export async function buildWeb(options: { onLine(line: string): void; signal?: AbortSignal }): Promise<void> {
  const { onLine, signal = new AbortController().signal } = options;
  const startedAt = performance.now();
  const timer = setTimeout(() => onLine("Building the web app, which takes a while the first time …"), UNNOTICED_MS);
  const { program, args } = turboCommand("build", "--filter=@docsteward/web");
  const { code, output } = await runCommand(program, args, { signal }).finally(() => clearTimeout(timer));
  signal.throwIfAborted();
  if (code !== 0) {
    throw new Error(`The web app could not be built:\n${output.trimEnd().split("\n").slice(-40).join("\n")}`);
  }
  const tookMs = performance.now() - startedAt;
  if (tookMs > UNNOTICED_MS) onLine(`Built the web app in ${Math.round(tookMs / 1000)} s`);
}
