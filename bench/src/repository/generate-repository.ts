import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { GIT_ENV, git } from "./git.ts";
import { listPages, type SiteShape, siteFiles } from "./site-files.ts";
import { reviewLine } from "./write-page.ts";

/** Goes up when the generator writes other bytes than before: a kept repository of an older one is not used again. */
const GENERATOR = 1;
/** One commit of the history for this many pages. */
const PAGES_PER_COMMIT = 59;

/**
 * Makes a bare repository of a generated documentation site below `dataDir`, or returns the one made before.
 *
 * It has one large commit and many small ones after it, each with a page of release notes, packed as a server would have it.
 *
 * @returns the repository's path
 */
export async function generateRepository(dataDir: string, shape: SiteShape): Promise<string> {
  const name = `site-${GENERATOR}-${shape.seed}-${shape.pages}-${shape.images}-${shape.sources}.git`;
  const path = join(dataDir, "repositories", name);
  if (await stat(path).catch(() => null)) return path;

  const draft = `${path}.${process.pid}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await git(["init", "--quiet", "--bare", "--initial-branch=main", draft]);
  await fastImport(draft, history(shape), null);
  await git([`--git-dir=${draft}`, "repack", "-a", "-d", "-q"]);
  await git([`--git-dir=${draft}`, "pack-refs", "--all"]);
  await rename(draft, path);
  return path;
}

/** Another repository of the same content that shares its files on disk: a new address, and pushes that leave the kept one alone. */
export async function copyRepository(repository: string, into: string): Promise<string> {
  await git(["clone", "--quiet", "--bare", "--local", repository, into]);
  return into;
}

/** Moves `main` by a commit that touches one page, as a person's merge would. */
export async function addCommit(repository: string, page: string, revision: number): Promise<void> {
  const text = await git([`--git-dir=${repository}`, "show", `refs/heads/main:${page}`]);
  const bytes = new TextEncoder().encode(`${text}\n\nTouched in revision ${revision}.\n`);
  await fastImport(repository, [{ message: `Touch ${page}`, files: [{ path: page, bytes }] }], "refs/heads/main^0");
}

function* history(shape: SiteShape): Generator<ImportCommit> {
  yield { message: "Import the site", files: siteFiles(shape) };
  const pages = listPages(shape);
  for (let number = 1; number * PAGES_PER_COMMIT <= pages.length; number += 1) {
    const page = pages[(number * 7919) % pages.length];
    const notes = `docs/notes/change-${number}.md`;
    const text = `# Change ${number}\n\nSee [${page?.title}](${page?.links[0]}). ${reviewLine(number, number)}\n`;
    yield { message: `Note change ${number}`, files: [{ path: notes, bytes: new TextEncoder().encode(text) }] };
  }
}

export type ImportFile = { path: string; bytes: Uint8Array };

type ImportCommit = { message: string; files: Iterable<ImportFile> };

/**
 * Writes commits onto the branch `main` of a bare repository through `git fast-import`, so that nothing is checked out.
 *
 * Dates grow by a minute a commit from a fixed day: the same commits get the same object names on every machine.
 *
 * @param from what the first commit stands on, e.g. `refs/heads/main^0`; null makes it the first of the repository
 */
async function fastImport(repository: string, commits: Iterable<ImportCommit>, from: string | null): Promise<void> {
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
