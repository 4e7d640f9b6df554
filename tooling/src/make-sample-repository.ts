import { spawn } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, posix, sep } from "node:path";

export type SampleRepository = {
  /** The bare repository, as given. */
  path: string;
  ref: string;
  /** The commit `ref` points at: always the same for the same pages. */
  head: string;
};

type SampleFile = { path: string; content: Buffer };
type Stage = { message: string; author: string; date: string; has(path: string): boolean };

const REF = "main";
const SAMPLE_DOCS = join(import.meta.dirname, "../../prisma/seed/sample-docs");
const MIRA = "Mira Lindqvist <mira@lanternfish.example>";
const TOMAS = "Tomás Rey <tomas@lanternfish.example>";

/** How the sample site grew. The last stage holds every file unchanged. */
const STAGES: Stage[] = [
  {
    message: "Start the documentation\n\nIntroduction, quickstart and installation, with a short style guide.",
    author: MIRA,
    date: "2026-01-12T09:10:00+01:00",
    has: (path) =>
      !path.includes("/") ? !/^(troubleshooting|migration|changelog)\.mdx$/.test(path) : /^(images|logo)\//.test(path),
  },
  {
    message: "Explain the concepts\n\nFlags, environments, targeting, segments and config values.",
    author: MIRA,
    date: "2026-01-20T15:32:00+01:00",
    has: (path) => path.startsWith("concepts/"),
  },
  {
    message: "Add the SDKs and the reference",
    author: TOMAS,
    date: "2026-02-03T11:05:00+01:00",
    has: (path) => /^(sdks|reference)\//.test(path),
  },
  {
    message: "Add guides, troubleshooting and the changelog\n\nReady for version 3.2.",
    author: TOMAS,
    date: "2026-02-17T17:48:00+01:00",
    has: () => true,
  },
];

/**
 * Makes a bare git repository of the sample documentation site, with a short history on `main`.
 *
 * Needs git, and no configuration of it. The same pages give the same commits on every machine.
 *
 * @param folder made if it is not there; must be empty
 */
export async function makeSampleRepository(folder: string): Promise<SampleRepository> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} isn't empty. Choose a new folder for the sample repository.`);
  const files = await readSampleFiles();
  await git(["init", "--quiet", "--bare", "--template=", `--initial-branch=${REF}`, folder]);
  await git(["--git-dir", folder, "fast-import", "--quiet"], toImport(files));
  const head = (await git(["--git-dir", folder, "rev-parse", REF])).trim();
  return { path: folder, ref: REF, head };
}

async function readSampleFiles(): Promise<SampleFile[]> {
  const entries = await readdir(SAMPLE_DOCS, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(SAMPLE_DOCS.length + 1)
        .split(sep)
        .join(posix.sep),
    )
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(SAMPLE_DOCS, path)) })));
}

/** The whole history as a stream for `git fast-import`. */
function toImport(files: SampleFile[]): Buffer {
  const parts: (Buffer | string)[] = [];
  const shown = new Set<string>();
  for (const { message, author, date, has } of STAGES) {
    const added = files.filter(({ path }) => !shown.has(path) && has(path));
    for (const { path } of added) shown.add(path);
    const who = `${author} ${Math.floor(Date.parse(date) / 1000)} +0100`;
    parts.push(`commit refs/heads/${REF}\nauthor ${who}\ncommitter ${who}\n`, data(Buffer.from(`${message}\n`)));
    for (const { path, content } of added.filter(({ path }) => path !== "docs.json"))
      parts.push(`M 100644 inline ${path}\n`, data(content));
    const navigation = files.find(({ path }) => path === "docs.json")?.content;
    if (navigation) parts.push("M 100644 inline docs.json\n", data(navigationAt(navigation, shown, files.length)));
    parts.push("\n");
  }
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

function data(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${content.length}\n`), content, Buffer.from("\n")]);
}

/** The navigation with the pages that were there at the time; the file itself once all are. */
function navigationAt(file: Buffer, shown: ReadonlySet<string>, total: number): Buffer {
  if (shown.size === total) return file;
  const keepShown = (_key: string, value: unknown) =>
    Array.isArray(value)
      ? value.filter((item) => (typeof item === "string" ? shown.has(`${item}.mdx`) : !isEmpty(item)))
      : value;
  return Buffer.from(`${JSON.stringify(JSON.parse(file.toString("utf8"), keepShown), null, 2)}\n`);
}

/** Whether a group or tab has lost all it held. */
function isEmpty(item: { pages?: unknown[]; groups?: unknown[] }): boolean {
  return item.pages?.length === 0 || item.groups?.length === 0;
}

function git(args: string[], input?: Buffer): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    LC_ALL: "C",
  };
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { env, stdio: ["pipe", "pipe", "pipe"] });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => err.push(text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(out.join(""));
      else reject(new Error(`git ${args.at(-1)} failed: ${err.join("").trim()}`));
    });
    child.stdin.on("error", reject).end(input);
  });
}
