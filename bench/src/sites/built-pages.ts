import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sitePath } from "../../../packages/docs/src/read-site.ts";
import type { Site } from "../../../packages/docs/src/site/site.ts";
import type { OpenSite } from "./site-list.ts";

/** How the addresses that we give to pages compare with those of the site's own generator. */
export type AddressComparison = {
  /** Pages of ours that have an address. */
  pages: number;
  /** Pages whose address the generator has. */
  equal: number;
  /** Addresses of the generator, each once. */
  built: number;
  /** Addresses of the generator that a page of ours has. */
  known: number;
  /** For reading. */
  onlyOurs: { path: string; address: string }[];
  onlyBuilt: string[];
};

/**
 * Compares a site's addresses with what its generator built: the HTML files below `BUILT/owner__name`, or the addresses that
 * `BUILT/owner__name.txt` lists, one a line.
 *
 * @returns null when the site was not built
 */
export async function compareWithBuilt(
  builtDir: string,
  site: Pick<OpenSite, "name" | "pages">,
  model: Site,
): Promise<AddressComparison | null> {
  const addresses = await readAddresses(join(builtDir, site.name.replace("/", "__")));
  if (addresses.length === 0) return null;
  const isBelow = (path: string) => site.pages.some((folder) => folder === "" || path.startsWith(`${folder}/`));
  const ours = [...model.pages.keys()].filter(isBelow).flatMap((path) => {
    const address = sitePath(model, path);
    return address === null ? [] : [{ path, address: normalAddress(address) }];
  });
  return compareAddresses(ours, addresses);
}

export function compareAddresses(ours: { path: string; address: string }[], addresses: string[]): AddressComparison {
  const built = new Set(addresses.map(normalAddress));
  const known = new Set(ours.map(({ address }) => address));
  const onlyOurs = ours.filter(({ address }) => !built.has(address));
  const onlyBuilt = [...built].filter((address) => !known.has(address));
  return {
    pages: ours.length,
    equal: ours.length - onlyOurs.length,
    built: built.size,
    known: built.size - onlyBuilt.length,
    onlyOurs,
    onlyBuilt,
  };
}

async function readAddresses(built: string): Promise<string[]> {
  const listed = await readFile(`${built}.txt`, "utf8").catch(() => null);
  if (listed !== null) return listed.split("\n").filter((line) => line.trim() !== "");
  const files = await readdir(built, { recursive: true }).catch(() => []);
  return files.filter((file) => file.endsWith(".html")).map((file) => `/${file.replaceAll("\\", "/")}`);
}

/** An address or the file behind it in one form: decoded, without `.html`, `index` and a slash at its end. */
export function normalAddress(address: string): string {
  let path = address.trim();
  try {
    path = decodeURI(path);
  } catch {
    // An address that is not well formed is compared unchanged.
  }
  return `/${path
    .replace(/\.html?$/, "")
    .replace(/(^|\/)index$/, "$1")
    .replace(/^\/+|\/+$/g, "")}`;
}
