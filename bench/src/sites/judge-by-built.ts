import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import { normalAddress } from "./built-pages.ts";

/** What a built site says of links. */
export type BuiltSite = {
  /** The HTML of a page by its address; null when it was not built. */
  html(address: string): Promise<string | null>;
  /** Every file by its path from the site's root, e.g. `/img/a.png`. */
  files: ReadonlySet<string>;
};

export async function openBuiltSite(builtDir: string, name: string): Promise<BuiltSite | null> {
  const folder = join(builtDir, name.replace("/", "__"));
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const files = found.map((file) => `/${file.replaceAll("\\", "/")}`);
  if (!files.some((file) => file.endsWith(".html"))) return null;
  const byAddress = new Map(
    files.flatMap((file) => (file.endsWith(".html") ? [[normalAddress(file), file] as const] : [])),
  );
  const texts = new Map<string, Promise<string>>();
  const html = async (address: string) => {
    const file = byAddress.get(normalAddress(address));
    if (file === undefined) return null;
    const known = texts.get(file) ?? readFile(join(folder, file), "utf8");
    texts.set(file, known);
    return known;
  };
  return { html, files: new Set(files) };
}

/**
 * Lets a built site say whether a finding about a link is true: whether the built page has a link of that name that leads to nothing
 * that was built.
 *
 * @param address of the page that the finding is on
 * @returns null where the built site does not say
 */
export async function judgeByBuilt(site: BuiltSite, finding: Finding, address: string | null): Promise<boolean | null> {
  if (finding.rule !== "broken-link" && finding.rule !== "broken-anchor") return null;
  const target = /link (\S+?)(?:\.? |\.?$)/.exec(finding.message)?.[1];
  const html = address === null ? null : await site.html(address);
  if (target === undefined || html === null || address === null) return null;
  const named = hrefsOf(html).filter((href) => isSameTarget(href, target));
  if (named.length === 0) return null;
  const dead = await Promise.all(named.map((href) => isDead(site, href, address, html)));
  return dead.some(Boolean);
}

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)].map((match) =>
    decode(match[1] ?? match[2] ?? match[3] ?? ""),
  );
}

/** Whether a link of a built page may be what a page's text says: the same last name and the same part of a page. */
function isSameTarget(href: string, target: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return false;
  const [path = "", part = ""] = decode(target).split("#");
  const [builtPath = "", builtPart = ""] = href.split("#");
  const name = (value: string) =>
    normalAddress(
      value
        .replace(/\?.*$/, "")
        .replace(/\.mdx?$/, "")
        .replace(/\/(README|_index)$/i, ""),
    )
      .split("/")
      .at(-1);
  return builtPart === part && (path === "" || name(builtPath)?.toLowerCase() === name(path)?.toLowerCase());
}

async function isDead(site: BuiltSite, href: string, address: string, own: string): Promise<boolean> {
  const [path = "", part = ""] = href.split("#");
  const plain = path.replace(/\?.*$/, "");
  // Pages lie in folders of their own or beside each other; a link that works from one of both works.
  const starts = plain.startsWith("/") ? [""] : [address, posix.dirname(address)];
  const targets = plain === "" ? [address] : starts.map((start) => posix.normalize(`${start}/${plain}`));
  for (const target of targets) {
    const html = plain === "" ? own : await site.html(target);
    if (html === null && site.files.has(target)) return false;
    if (html !== null && (part === "" || hasPart(html, part))) return false;
  }
  return true;
}

function hasPart(html: string, part: string): boolean {
  return [part, encodeURIComponent(part)].some((name) =>
    [`id="${name}"`, `id='${name}'`, `id=${name} `, `id=${name}>`, `name="${name}"`].some((one) => html.includes(one)),
  );
}

function decode(text: string): string {
  const plain = text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}
