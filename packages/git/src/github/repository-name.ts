import { trimEndOf } from "@docsteward/platform/cut-text";

/** A repository at GitHub. */
export type RepositoryName = { owner: string; name: string };

const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** `owner/name` */
export const fullName = ({ owner, name }: RepositoryName) => `${owner}/${name}`;

/** Where people see what an API serves: `https://api.github.com` is `https://github.com`. */
export function toWebUrl(apiUrl: string): string {
  const url = new URL(apiUrl);
  const path = trimEndOf(url.pathname, "/").replace(/\/api\/v3$/, "");
  const host = /^api\.(github\.com|[a-z0-9-]+\.ghe\.com)$/.test(url.host) ? url.host.slice("api.".length) : url.host;
  return `${url.protocol}//${host}${path}`;
}

/** The address of a repository, in the one form that is stored. */
export function toRepositoryAddress(webUrl: string, repository: RepositoryName): string {
  return `${webUrl}/${fullName(repository)}`;
}

/**
 * Reads the address of a repository in the ways people have it at hand: from the browser, with `.git`, or for SSH.
 *
 * @returns null for an address of another place, and for what is no repository
 */
export function parseRepositoryName(text: string, webUrl: string): RepositoryName | null {
  const path = pathBelow(text.trim(), new URL(`${webUrl}/`));
  const [owner = "", name = ""] = path?.split("/").filter(Boolean) ?? [];
  const plain = name.replace(/\.git$/i, "");
  const isRepository = OWNER.test(owner) && NAME.test(plain) && !/^\.+$/.test(plain);
  return isRepository ? { owner, name: plain } : null;
}

/** Whether a text is an address in the way of scp, `git@host:path`: a name and a host before the first slash. */
export function isScpAddress(text: string): boolean {
  const slash = text.search(/[/\\]/);
  const host = slash === -1 ? text : text.slice(0, slash);
  const at = host.indexOf("@", 1);
  return at !== -1 && host.lastIndexOf(":") > at + 1;
}

function pathBelow(text: string, web: URL): string | null {
  const ssh = text.match(/^(?:ssh:\/\/)?git@([^/:]+)[/:](.+)$/);
  if (ssh) return ssh[1]?.toLowerCase() === web.hostname ? (ssh[2] ?? null) : null;
  const url = URL.parse(text);
  const isHere = url !== null && url.host.replace(/^www\./, "") === web.host && url.pathname.startsWith(web.pathname);
  return isHere && /^https?:$/.test(url.protocol) ? url.pathname.slice(web.pathname.length) : null;
}
