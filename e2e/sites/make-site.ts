import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@docsteward/tooling/root";
import { type Generator, PAGES, type Place } from "./generators.ts";

const run = promisify(execFile);

/** Writes a site's sources into a folder, with the examples of docs/widget.md and docs/search.md in them. */
export async function writeSources(folder: string, generator: Generator, place: Place): Promise<void> {
  const [widget, search] = await Promise.all([readExamples("widget", place), readExamples("search", place)]);
  const about = `**${generator.name}`;
  const [tag = ""] = codeAfter(widget, about);
  const [element = ""] = codeAfter(search, "## In place of your site's own search");
  const [box = ""] = codeAfter(search, about);
  const options = spansAfter(search, about).filter((span) => /^\w+: /.test(span));
  await writeFiles(folder, {
    ...generator.files({ widget: tag, search: options.join(", ") }, place),
    [generator.searchFile]: box,
    [join(generator.statics, "docsteward-search.js")]: element,
    ...Object.fromEntries(
      PAGES.map(({ path, title, text }) => {
        const head = generator.name === "VitePress" ? `# ${title}` : `---\ntitle: ${title}\n---`;
        return [join(generator.pages, `${path}.md`), `${head}\n\n${text}\n`];
      }),
    ),
  });
}

async function readExamples(name: string, { service, domain, key }: Place): Promise<string> {
  const text = await readFile(join(ROOT, `docs/${name}.md`), "utf8");
  return text
    .replaceAll("https://docsteward.example.com", service)
    .replaceAll("acme-docs", domain)
    .replaceAll("svc_dsc_…", key);
}

/** The blocks of code that follow a line which begins with `start`. */
function codeAfter(text: string, start: string): string[] {
  const after = text.slice(text.indexOf(`\n${start}`));
  return [...after.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code.trim().replace(/,$/, ""));
}

/** The code within a paragraph which begins with `start`. */
function spansAfter(text: string, start: string): string[] {
  const [paragraph = ""] = text.slice(text.indexOf(`\n${start}`) + 1).split("\n");
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Puts a site's sources into a bare repository, as its project reads them. */
export async function commitSources(folder: string, bare: string): Promise<void> {
  const git = (...args: string[]) => run("git", args, { cwd: folder });
  await git("init", "-q", "-b", "main");
  await git("add", ".");
  const who = ["-c", "user.name=Mira", "-c", "user.email=mira@lantern.example"];
  await git(...who, "commit", "-q", "-m", "Write the documentation");
  await git("clone", "-q", "--bare", folder, bare);
}

/**
 * Builds a site with its own generator, installed once into a folder that is kept.
 *
 * @returns the folder of the built site
 */
export async function buildSite(generator: Generator, sources: string): Promise<string> {
  const folder = join(ROOT, ".data/sites", generator.name.toLowerCase());
  // Without a type: as modules, Docusaurus' own generated files can't be built.
  const manifest = JSON.stringify({ private: true, dependencies: generator.packages });
  const installed = join(folder, "installed.json");
  if ((await readFile(installed, "utf8").catch(() => "")) !== manifest) {
    await rm(folder, { recursive: true, force: true });
    await writeFiles(folder, { "package.json": manifest });
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
    await writeFile(installed, manifest);
  }
  const work = join(folder, "work");
  await rm(work, { recursive: true, force: true });
  await cp(sources, work, { recursive: true, filter: (path) => !path.endsWith("/.git") });
  // Packages are found in the folder above.
  await writeFiles(work, { "package.json": manifest });
  const [program, ...args] = generator.build;
  // The workspace's Node: Astro refuses an older one.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1" };
  await run(join(folder, "node_modules/.bin", program), args, { cwd: work, env, maxBuffer: 50_000_000 });
  return join(work, generator.output);
}
