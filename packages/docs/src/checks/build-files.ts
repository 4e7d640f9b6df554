import { isNavigationFile } from "@docsteward/contract/docs-files";
import { folderOf, lastPartOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";

/** What steps before, during or behind a build are written in, wherever it lies: by a whole name, by how it begins, and by its ending. */
const BUILD_NAMES: ReadonlySet<string> = new Set(
  "earthfile rakefile sconstruct sconscript dune wscript meson.build cmakelists.txt build build.bazel pom.xml build.xml build.zig mix.exs config.ld justfile package.json project.json turbo.json nx.json deno.json deno.jsonc composer.json openapitools.json api-extractor.json firebase.json vercel.json staticwebapp.config.json serve.json pyproject.toml hatch.toml pixi.toml mise.toml cargo.toml tox.ini setup.cfg lychee.toml netlify.toml pydoc-markdown.yml dartdoc_options.yaml west.yml lefthook.yml moon.yml cloudbuild.yaml cloudbuild.yml buildspec.yml amplify.yml render.yaml bitbucket-pipelines.yml appveyor.yml caddyfile .htaccess conf.py".split(
    " ",
  ),
);
const BUILD_STARTS =
  "makefile gnumakefile dockerfile jenkinsfile doxyfile taskfile typedoc doxybook buf.gen azure-pipelines phpdoc wrangler docgen magidoc doctum redocly nginx".split(
    " ",
  );
const BUILD_ENDINGS: ReadonlySet<string> = new Set(
  ".mk .mak .cmake .bzl .nix .gradle .kts .sbt .rake .just .bat .cmd .ps1 .psm1 .sh .bash .zsh .fish .nu .csproj .fsproj .props .targets .repos .tape".split(
    " ",
  ),
);
/** Folders in which a file without an ending is a script. */
const OF_SCRIPTS: ReadonlySet<string> = new Set(["script", "scripts", "bin", "hack", "tool", "tools", "ci"]);
/** Whatever lies in a hidden folder or is hidden is for tools: workflows, actions, lists of what a tool passes over. */
const HIDDEN = /(^|\/)\.[\w-]/;
/** Of these some are the site's own, which name what they link to. */
const OF_SITE =
  /(^|\/)\.(?:vitepress|vuepress|docsteward|obsidian|vscode|idea|git|next|nuxt|pages|nav|cspell|vale|cursor|claude)(?:[./]|$)/;
/** What these pass over is kept in the repository, or was. */
const OF_KEPT = /(^|\/)\.(?:prettier|eslint|markdownlint|stylelint|npm|vscode)ignore$/;
const TEXT = /(?:^|\/)\.?[\w-]+$|\.(?:ya?ml|jsonc?|toml|ini|cfg|conf|xml|txt|hcl)$/i;

/** Code that says by its path that it is about documents, or that it makes something. */
const MAKER =
  /(?:^|[/_.-])(?:x?gen|generate[ds]?|generators?|gendocs?|docgen|docs?|apidocs?|documentation|build|copy|sync|fetch|prepare|make|create|update|export|extract|publish|mkdocs|sphinx|changelog|readme|hooks?|plugins?|tasks?|scripts?|tools?|tooling|bin|ci|xtask|hack|automation|figures?|plots?|diagrams?|charts?|screenshots?|gulpfile|gruntfile|noxfile|vite|rollup|webpack|tsup|esbuild)(?=[/_.-])/i;
const CODE = /\.(?:py|rb|[cm]?[jt]s|go|rs|kt|kts|java|groovy|cs|fs|php|pl|lua|exs?|jl|R|clj|scala|swift|hs)$/;
/** Code of what answers to requests names the addresses that it answers: by its name, and by a folder that it lies in. */
const SERVERS: ReadonlySet<string> = new Set(["middleware", "_middleware", "proxy", "worker", "_worker", "server"]);
const OF_SERVERS: ReadonlySet<string> = new Set(
  "worker workers functions edge-functions server infra terraform deploy".split(" "),
);
const SERVER_CODE = /\.(?:[cm]?[jt]s|tf|conf)$/;
/** What code calls to write, copy or run something; other code only reads, or links to, what it names. */
const WRITES = [
  ...["writeFile", "writeTextFile", "outputFile", "appendFile", "createWriteStream", "copyFile", "copySync", "cpSync"],
  ...["copyTpl", "symlink", "mkdir", "makedirs", "write_text", "write_bytes", "writelines", "shutil", "savefig"],
  ...["screenshot(", "GenMarkdown", "os.Create", "WriteFile", "WriteString", "copytree", "subprocess", "execSync"],
  ...["execa", "spawn", "file_put_contents", "FileUtils", "writeText", "WriteAllText", ".save(", "fs.cp", "fs.copy"],
  ...["Bun.write", "fs::write", "File::create", "File.write", "IO.copyFile", "gulp.dest", "viteStaticCopy"],
  ...["CopyPlugin", "mkdocs_gen_files", "env.Command", "session.run", "//go:generate", "--out"],
];
/** How a file is opened to be written. */
const OPENED = /,[ \t]{0,9}["'][wa]\+?b?["']/;
export const writes = (text: string) => WRITES.some((call) => text.includes(call)) || OPENED.test(text);
/** These name their pages in lists and links as well: only what is written with its ending counts there. */
export const LISTS = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;
/** Of these the redirects are known, and the rest says what is run: each of their commands is a text between quotes. */
const HOSTS = /(^|\/)(?:vercel\.json|netlify\.toml)$/;
const COMMAND = /\b\w*command"?\s{0,9}[:=]\s{0,9}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi;
/** Their paths have the other slash. */
const WINDOWS = /\.(?:bat|cmd|ps1|psm1|csproj|fsproj|props|targets)$/;

const MAX_FILES = 150;
const MAX_CODE = 250;
export const MAX_TEXT = 100_000;
export const BATCH = 50;

const MAX_PARTS = 20;

/** Where a text sends its readers is not what it makes. */
const ADDRESS = /\bhttps?:\/\/[^\s"'`<>)]{1,500}/g;

export function textToRead(path: string, text: string): string {
  if (HOSTS.test(path)) return [...text.matchAll(COMMAND)].map(([, own, other]) => own ?? other).join("\n");
  const own = isServer(path) || isHost(path) ? text : text.replace(ADDRESS, " ");
  return WINDOWS.test(path) ? own.replaceAll("\\", "/") : own;
}

function isBuild(path: string): boolean {
  const name = lastPartOf(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  if (dot < 0 && OF_SCRIPTS.has(lastPartOf(folderOf(path)))) return true;
  const plain = name.replace(/^\./, "");
  return (
    BUILD_NAMES.has(name) ||
    BUILD_NAMES.has(plain) ||
    BUILD_STARTS.some((start) => name.startsWith(start)) ||
    (dot >= 0 && BUILD_ENDINGS.has(name.slice(dot))) ||
    (HIDDEN.test(path) && !OF_SITE.test(path) && !OF_KEPT.test(path) && TEXT.test(path))
  );
}

export function isServer(path: string): boolean {
  if (!SERVER_CODE.test(path)) return false;
  const parts = path.split("/", MAX_PARTS);
  return (
    SERVERS.has((parts.at(-1) ?? "").replace(SERVER_CODE, "")) ||
    parts.slice(-3, -1).some((part) => OF_SERVERS.has(part))
  );
}

/** Settings of a host, in which addresses are named. */
export const isHost = (path: string) => /\.(?:json|conf|htaccess)$|(?:^|\/)Caddyfile$|nginx/i.test(lastPartOf(path));
export const isOnlyCode = (path: string) => CODE.test(path) && !isBuild(path) && !isServer(path) && !LISTS.test(path);
const isSphinx = (path: string) => /(^|\/)conf\.py$/.test(path);
/** Code that writes documents, by its path, and the configuration of Sphinx. */
export const isAboutDocuments = (path: string) =>
  isSphinx(path) || (isOnlyCode(path) && /docs?[^a-z]|gen|copy|sync|fetch/i.test(path));
/** Where programs of Go say how their documents are made (`//go:generate`). */
const OF_GO = /(^|\/)(?:main|root|doc|tools)\.go$/;
const DEPENDENCIES = /(^|\/)(?:node_modules|vendor|third_party|\.venv|\.git)\//;

/** What may name something that is made: build files, then code, that about documents first. A change waits for fewer. */
export function filesToRead({ otherFiles, config }: Site, isChange: boolean): string[][] {
  const builds: string[] = [];
  const code: string[] = [];
  for (const path of otherFiles) {
    if (DEPENDENCIES.test(path) || isNavigationFile(path)) continue;
    if (path === config && !isSphinx(path) && !LISTS.test(path)) continue;
    if (isBuild(path) || isServer(path) || LISTS.test(path)) builds.push(path);
    else if (CODE.test(path) && (MAKER.test(path) || HIDDEN.test(path) || OF_GO.test(path) || !path.includes("/")))
      code.push(path);
  }
  const depth = (path: string) => path.split("/", MAX_PARTS).length;
  const rank = (path: string) =>
    (/doc/i.test(path) ? 0 : 10) + (/gen|copy|sync|make|build/i.test(path) ? 0 : 5) + depth(path);
  const first = (paths: string[], max: number) => paths.sort((a, b) => rank(a) - rank(b)).slice(0, max);
  return [first(builds, isChange ? BATCH : MAX_FILES), first(code, isChange ? BATCH : MAX_CODE)];
}

const COPIES: ReadonlySet<string> = new Set(
  "cp rsync mv ln cpy cpx ncp copy copy2 copyfile copyfiles install COPY ADD Copy-Item copyFile copyFileSync cpSync copySync FileUtils.cp".split(
    " ",
  ),
);
/** Words of one command, and copying commands of one text, that are looked at. */
const MAX_WORDS = 200;
const MAX_COMMANDS = 100;
/** What stands between the words of a command. */
export const BETWEEN_WORDS = /[\s"'=,()[\]]+/;

/** The words behind each command that copies, in the order of the text. */
export function copyingCommands(text: string): string[][] {
  const found: string[][] = [];
  for (const command of text.split(/\n|&&|\|\||;/)) {
    if (found.length === MAX_COMMANDS) break;
    const all = command.split(BETWEEN_WORDS);
    const at = all.findIndex((word) => COPIES.has(word) || COPIES.has(word.slice(word.lastIndexOf(".") + 1)));
    if (at >= 0) found.push(all.slice(at + 1, at + MAX_WORDS).filter((word) => word !== ""));
  }
  return found;
}
