import { runCommand } from "../run-command.ts";

/** What the samples in the documents are run with. */
const PROGRAMS = ["curl", "python3"] as const;

/**
 * Makes sure that the programs are there which tests run beside Node: as root they are installed.
 *
 * @throws Error saying what to install
 */
export async function requirePrograms(signal: AbortSignal): Promise<void> {
  const missing = await findMissing(signal);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0) {
    const variables = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update"], { signal, variables });
    await runCommand("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { signal, variables });
    if ((await findMissing(signal)).length === 0) return;
  }
  const names = missing.join(" and ");
  throw new Error(`The tests of the documentation's samples need ${names}. Install ${names}.`);
}

async function findMissing(signal: AbortSignal): Promise<string[]> {
  const found = await Promise.all(PROGRAMS.map(async (name) => ({ name, code: await codeOf(name, signal) })));
  return found.filter(({ code }) => code !== 0).map(({ name }) => name);
}

async function codeOf(name: string, signal: AbortSignal): Promise<number | null> {
  return runCommand(name, ["--version"], { signal }).then(
    ({ code }) => code,
    () => null,
  );
}
