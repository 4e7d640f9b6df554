import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

/** The scripts that a browser needs before a page is all there, gzipped as a proxy would send them. */
export type PageSize = { page: string; bytes: number; scripts: number };

const MANIFEST = "page_client-reference-manifest.js";

/**
 * Reads from the manifests of a production build what each page of the dashboard loads first: the framework's own scripts and those
 * of the page and of all that it stands in. What is loaded later, by `import()`, is not in it.
 *
 * @param build the `.next` folder
 */
export async function sizeOfPages(build: string): Promise<PageSize[]> {
  const app = join(build, "server", "app");
  const manifests = (await readdir(app, { recursive: true })).filter((file) => file.endsWith(`/${MANIFEST}`));
  const sizes = new Map<string, number>();
  const sizeOf = async (script: string): Promise<number> => {
    const bytes = sizes.get(script) ?? gzipSync(await readFile(join(build, script))).length;
    sizes.set(script, bytes);
    return bytes;
  };
  const pages: PageSize[] = [];
  for (const manifest of manifests) {
    const { page, scripts } = await readScripts(app, manifest);
    if (!/^\/\((dashboard|auth)\)/.test(page)) continue;
    const bytes = await Promise.all(scripts.map(sizeOf));
    pages.push({ page: toAddress(page), bytes: bytes.reduce((sum, size) => sum + size, 0), scripts: scripts.length });
  }
  return pages.sort((a, b) => b.bytes - a.bytes || a.page.localeCompare(b.page));
}

type Manifest = { entryJSFiles: Record<string, string[]> };

/** The manifest is a script that puts one object on the global one. */
async function readScripts(app: string, file: string): Promise<{ page: string; scripts: string[] }> {
  const found: { __RSC_MANIFEST?: Record<string, Manifest> } = {};
  runInNewContext(await readFile(join(app, file), "utf8"), found);
  const [page, manifest] = Object.entries(found.__RSC_MANIFEST ?? {})[0] ?? [];
  if (page === undefined || manifest === undefined) throw new Error(`${file} names no page: is it of another Next?`);
  const own = join(app, file.replace(MANIFEST, ""), "page", "build-manifest.json");
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(await readFile(own, "utf8"));
  return { page, scripts: [...new Set([...rootMainFiles, ...Object.values(manifest.entryJSFiles).flat()])] };
}

/** `/(dashboard)/[org]/[domain]/jobs/(list)/page` is `/[org]/[domain]/jobs`. */
function toAddress(page: string): string {
  return page.replace(/\/\([^)]+\)/g, "").replace(/\/page$/, "") || "/";
}
