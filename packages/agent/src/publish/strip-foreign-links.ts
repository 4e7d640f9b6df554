import type { Workspace } from "@docsteward/git/workspace";

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]]+/gi;
const MAX_QUERY = 40;

/**
 * Takes addresses with long query strings out of a summary, when the docs name no page of that host: text from outside could
 * carry something away in them.
 */
export async function stripForeignLinks(summary: string, workspace: Workspace): Promise<string> {
  let text = summary;
  for (const address of new Set(summary.match(ADDRESS) ?? [])) {
    const url = URL.parse(address);
    if (url === null || url.search.length + url.hash.length <= MAX_QUERY) continue;
    if (!(await isKnownHost(url.host, workspace))) text = text.replaceAll(address, `(link to ${url.host} removed)`);
  }
  return text;
}

async function isKnownHost(host: string, workspace: Workspace): Promise<boolean> {
  const name = host.replace(/[.[\]*^$+?(){}|\\]/g, "\\$&");
  // Whole: `hub.example` is not known because `github.example` is.
  const pattern = `(^|[^[:alnum:].-])${name}($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))`;
  // The files as they were: an edit of the job must not vouch for its own link.
  const { matches } = await workspace.grep(pattern);
  const changed = new Set((await workspace.changes()).map(({ path }) => path));
  return matches.some(({ path }) => !changed.has(path));
}
