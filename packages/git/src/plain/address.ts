import { encodePath } from "@docsteward/platform/encode-path";
import { GitError } from "../error.ts";
import { isScpAddress } from "../github/repository-name.ts";

/** A repository at any Git server, by its address alone. */
type PlainAddress = {
  protocol: "https" | "http" | "ssh";
  /** Without brackets. */
  hostname: string;
  port: number;
  /** The account at an SSH server. */
  user: string | null;
  /** Starts with a slash. */
  path: string;
};

const MAX_ADDRESS = 1_000;
const PORTS = { https: 443, http: 80, ssh: 22 } as const;
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const USER = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;
/** Printable ASCII without what an address, a shell or a terminal gives a meaning. */
const PATH = /^\/[A-Za-z0-9._~%+@/,=-]+$/;

/**
 * Whether a stored address is one of a plain Git server. It ends in `.git` or `/`, or is one of SSH: the stored address of a
 * repository at GitHub has neither end.
 */
export function isPlainAddress(repository: string): boolean {
  if (/^ssh:/i.test(repository)) return true;
  return /^https?:/i.test(repository) && (repository.endsWith(".git") || repository.endsWith("/"));
}

/**
 * Brings the address of a repository into the one form that is stored: `https://host/path.git`, `https://host/path/` where the server
 * uses no ending, or `ssh://user@host/path`.
 *
 * @throws GitError `repository_unsupported` that says what is wrong with it
 */
export function normalizePlainAddress(text: string): string {
  const given = text.trim();
  if (given.length > MAX_ADDRESS) throw unsupported(`The repository's URL has over ${MAX_ADDRESS} characters.`);
  const url = URL.parse(isScpAddress(given) && !given.includes("://") ? fromScp(given) : given);
  const protocol = url?.protocol.slice(0, -1) ?? "";
  if (url === null || !isProtocol(protocol)) {
    throw unsupported("The repository's URL must begin with https:// or ssh://, or have the form git@host:path.");
  }
  if (url.password !== "" || (url.username !== "" && protocol !== "ssh")) {
    throw unsupported(
      "The repository's URL must not contain a user name or password. Enter the token in its own field.",
    );
  }
  const user = url.username || "git";
  const hostname = url.hostname.toLowerCase();
  if (
    !HOSTNAME.test(hostname) ||
    !USER.test(user) ||
    url.search !== "" ||
    url.hash !== "" ||
    !PATH.test(url.pathname)
  ) {
    throw unsupported(
      "The repository's URL has characters that aren't allowed. Enter a URL such as https://git.example.com/acme/docs.git.",
    );
  }
  const port = url.port === "" || Number(url.port) === PORTS[protocol] ? "" : `:${url.port}`;
  if (protocol === "ssh") return `ssh://${user}@${hostname}${port}${url.pathname}`;
  const path = url.pathname.endsWith(".git") || url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  return `${protocol}://${hostname}${port}${path}`;
}

/** The parts of an address in its stored form. */
export function parsePlainAddress(repository: string): PlainAddress {
  const url = new URL(repository);
  const protocol = url.protocol.slice(0, -1);
  if (!isProtocol(protocol)) throw unsupported("The repository's URL must begin with https:// or ssh://.");
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[protocol] : Number(url.port),
    user: url.username || null,
    path: url.pathname,
  };
}

const isProtocol = (text: string): text is PlainAddress["protocol"] => text in PORTS;

/** `git@host:path` */
function fromScp(text: string): string {
  const [account = "", path = ""] = split(text, ":");
  return `ssh://${account}/${path.replace(/^\//, "")}`;
}

function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + 1)];
}

function unsupported(message: string): GitError {
  return new GitError("repository_unsupported", message);
}

/** Where people go on with a branch that was pushed. */
type PushedBranch = { repository: string; baseRef: string; branch: string };

/**
 * The page at the Git server that opens a pull request for a branch. The kind of server is known by its host name: GitHub, GitLab,
 * Bitbucket, and Gitea with Forgejo.
 *
 * @returns null where the server's pages are not known
 */
export function findNewPullRequestUrl({ repository, baseRef, branch }: PushedBranch): string | null {
  const { protocol, hostname, port, path } = parsePlainAddress(repository);
  const webPort = protocol === "ssh" || port === PORTS[protocol] ? "" : `:${port}`;
  const web = `${protocol === "http" ? "http" : "https"}://${hostname}${webPort}${trim(path)}`;
  const range = `${encodePath(baseRef)}...${encodePath(branch)}`;
  const has = (...labels: string[]) => hostname.split(".").some((label) => labels.includes(label));
  if (has("github")) return `${web}/compare/${range}?expand=1`;
  if (has("gitlab")) {
    const query = new URLSearchParams({
      "merge_request[source_branch]": branch,
      "merge_request[target_branch]": baseRef,
    });
    return `${web}/-/merge_requests/new?${query}`;
  }
  if (hostname === "bitbucket.org") {
    return `${web}/pull-requests/new?${new URLSearchParams({ source: branch, dest: baseRef })}`;
  }
  if (has("gitea", "forgejo", "codeberg")) return `${web}/compare/${range}`;
  return null;
}

const trim = (path: string) => path.replace(/\/$/, "").replace(/\.git$/, "");
