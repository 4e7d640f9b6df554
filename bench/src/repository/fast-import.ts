import { spawn } from "node:child_process";
import { once } from "node:events";
import { GIT_ENV } from "./git.ts";

export type ImportFile = { path: string; bytes: Uint8Array };

export type ImportCommit = { message: string; files: Iterable<ImportFile> };

/**
 * Writes commits onto the branch `main` of a bare repository through `git fast-import`, so that nothing is checked out.
 *
 * Dates grow by a minute a commit from a fixed day: the same commits get the same object names on every machine.
 *
 * @param from what the first commit stands on, e.g. `refs/heads/main^0`; null makes it the first of the repository
 */
export async function fastImport(
  repository: string,
  commits: Iterable<ImportCommit>,
  from: string | null,
): Promise<void> {
  const git = spawn("git", [`--git-dir=${repository}`, "fast-import", "--quiet", "--force"], {
    env: GIT_ENV,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const closed = once(git, "close");
  let number = 0;
  for (const { message, files } of commits) {
    const date = 1_767_225_600 + number * 60;
    const base = number === 0 && from !== null ? `from ${from}\n` : "";
    await write(
      `commit refs/heads/main\ncommitter Bench <bench@example.com> ${date} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n${base}`,
    );
    for (const { path, bytes } of files) {
      await write(`M 100644 inline ${path}\ndata ${bytes.length}\n`);
      await write(bytes);
      await write("\n");
    }
    number += 1;
  }
  git.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`git fast-import ended with code ${code} in ${repository}.`);

  async function write(data: string | Uint8Array): Promise<void> {
    if (!git.stdin.write(data)) await once(git.stdin, "drain");
  }
}
