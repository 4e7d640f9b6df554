import { mkdir, realpath, symlink } from "node:fs/promises";
import { createRequire, findPackageJSON, isBuiltin } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { parseSync } from "rolldown/utils";
import { ROOT } from "../root.ts";

/** What to bundle, and where to. */
export type CodeOptions = {
  /** Sources that Node starts, from the workspace's root. Those that they start by `siblingModule` come by themselves. */
  entries: readonly string[];
  /** Gets each entry at its own path, as `.js`. */
  target: string;
  /** Where the packages of npm are, and the files that sources find by `new URL("…", import.meta.url)` and `createRequire`, from `target`. */
  root: string;
  /** The workspace, for tests with a small one. */
  workspace?: string;
};

/** The calls that get `import.meta.url` to find something from where the source lies, … */
const BESIDE = ["new URL", "createRequire"];
/** … to name a module that another process or thread runs, or the source itself with functions that one runs: see `BoundedTask`. */
const STARTED = "siblingModule";
const TASKS = "fileURLToPath";
const NAME = /^\.url, "([^"\n]+)"\)/;
const MAX_NAME = 200;
/** Stands for a place until it is known which file its module gets into. A plain text: what nobody reads of it goes. */
const PLACEHOLDER = /"place:(beside|itself):([^"]+)"/g;
const CHUNKS = "chunks";

/**
 * Bundles our own code for Node: a process that reads some files instead of a thousand starts in half the time, and holds no text of
 * what it doesn't use. Packages of npm stay as they are; `node_modules` of the target links to them.
 *
 * @returns by name, the folders of the packages that the code imports
 * @throws Error when a source can't be read, or when two sources need two versions of a package
 */
export async function bundleCode(options: CodeOptions): Promise<Map<string, string>> {
  const { entries, target, root, workspace = ROOT } = options;
  const packages = new Map<string, string>();
  const made = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [withoutEnding(entry), join(workspace, entry)])),
    platform: "node",
    plugins: [ownModules({ target, root, workspace }), wasmFiles(), foreignPackages(packages)],
    logLevel: "silent",
  });
  await made.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
  });
  await made.close();
  for (const [name, folder] of packages) {
    const link = join(target, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), resolve(target, root, relative(workspace, folder))), link);
  }
  return packages;
}

/** Keeps the places of modules, which say where their neighbours are. */
function ownModules({ target, root, workspace }: Record<"target" | "root" | "workspace", string>): Plugin {
  return {
    name: "own-modules",
    transform(code, id) {
      if (!id.startsWith(`${workspace}/`) || id.includes("/node_modules/") || !code.includes("import.meta.url")) return;
      const path = relative(workspace, id);
      const start = (file: string) =>
        this.emitFile({ type: "chunk", id: file, fileName: `${withoutEnding(relative(workspace, file))}.js` });
      let made = "";
      let at = 0;
      for (const meta of parseSync(id, code).module.importMetas) {
        const call = code.slice(0, code.lastIndexOf("(", meta.start));
        const name = call.endsWith(STARTED) && NAME.exec(code.slice(meta.end, meta.end + MAX_NAME))?.[1];
        if (name) start(`${resolve(dirname(id), name)}.ts`);
        if (call.endsWith(TASKS) && !path.includes("/generated/")) start(id);
        const isBeside = BESIDE.some((callee) => call.endsWith(callee));
        const place = isBeside ? `beside:${path}` : `itself:${withoutEnding(path)}.js`;
        made += `${code.slice(at, meta.start)}"place:${place}"`;
        at = meta.end + ".url".length;
      }
      return made + code.slice(at);
    },
    renderChunk(code, { fileName }) {
      const folder = resolve(target, dirname(fileName));
      return code.replaceAll(PLACEHOLDER, (_, kind: string, path: string) => {
        const place = relative(folder, resolve(target, kind === "beside" ? root : "", path));
        return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      });
    },
  };
}

/** WebAssembly that a package carries as text: Node would hold the text, twice, for as long as the process runs. */
const WASM_TEXT = /\.wasm-base64\.mjs$/;

/** Makes a file of it. What decodes the text takes bytes as they are. */
function wasmFiles(): Plugin {
  return {
    name: "wasm-files",
    async resolveId(id, importer) {
      return WASM_TEXT.test(id) && importer !== undefined ? createRequire(importer).resolve(id) : undefined;
    },
    async load(id) {
      if (!WASM_TEXT.test(id)) return undefined;
      const { wasm } = (await import(pathToFileURL(id).href)) as { wasm: string };
      const name = basename(id).replace(WASM_TEXT, ".wasm");
      const file = this.emitFile({ type: "asset", name, source: Buffer.from(wasm, "base64") });
      return `import { readFileSync } from "node:fs";
        export const wasm = readFileSync(new URL(import.meta.ROLLUP_FILE_URL_${file}));`;
    },
  };
}

/** Leaves packages of npm to Node, and notes them. */
function foreignPackages(packages: Map<string, string>): Plugin {
  return {
    name: "foreign-packages",
    async resolveId(id, importer) {
      if (importer === undefined || /^([./#]|@docsteward\/)/.test(id)) return;
      if (isBuiltin(id)) return { id, external: true };
      const name = nameOf(id);
      const manifest = findPackageJSON(name, pathToFileURL(importer));
      if (manifest === undefined) throw new Error(`${importer} imports ${name}, which is not installed.`);
      const folder = dirname(await realpath(manifest));
      const other = packages.get(name);
      if (other !== undefined && other !== folder)
        throw new Error(`Two versions of ${name} are imported: ${other} and ${folder}. Let all packages name one.`);
      packages.set(name, folder);
      return { id, external: true };
    },
  };
}

/** `@scope/name` or `name`, of what is imported from it. */
function nameOf(id: string): string {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}

const withoutEnding = (path: string) => path.replace(/\.ts$/, "");
