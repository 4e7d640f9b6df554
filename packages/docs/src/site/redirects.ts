import { pathOf } from "../page/page.ts";
import { normalRoute } from "./page-routes.ts";
import { matchesSource, parseSource, type RedirectSource } from "./redirect-source.ts";
import type { Site } from "./site.ts";

type Known = {
  /** Addresses that are sent elsewhere, with where each leads for good. */
  exact: ReadonlyMap<string, string | undefined>;
  /** Forms of addresses. */
  open: readonly RedirectSource[];
};

/** Each form is compared with every address that leads nowhere. */
const MAX_OPEN = 500;
/** As many as browsers follow, and more than any site means to have. */
const MAX_STEPS = 5;

const known = new WeakMap<Site, Known>();

/** Whether a redirect of the site sends this path elsewhere; a `*` or `:name` part of its source stands for anything. */
export function isRedirected(site: Site, path: string): boolean {
  if (site.redirects.length === 0) return false;
  const route = normalRoute(path);
  const { exact, open } = redirectsOf(site);
  return exact.has(route) || open.some((source) => matchesSource(source, route));
}

/** Whether a redirect leads an address to another one. One that adds a slash, or takes it away, leads to the same. */
export function isLedElsewhere(site: Site, path: string): boolean {
  if (!isRedirected(site, path)) return false;
  const route = normalRoute(path);
  const to = redirectsOf(site).exact.get(route);
  return to === undefined || normalRoute(pathOf(withoutBase(site, to))) !== route;
}

/**
 * The address that one of the site leads to by redirects that stay, through several of them. It may name a part of its page.
 *
 * @returns null where no redirect answers, where one may change, or where its form is all that is known
 */
export function followRedirects(site: Site, path: string): string | null {
  const { exact } = redirectsOf(site);
  let target: string | null = null;
  for (let step = 0, route = normalRoute(path); exact.has(route); step += 1) {
    const to = exact.get(route);
    if (to === undefined || !/^\/(?!\/)/.test(to) || step === MAX_STEPS) return null;
    target = withoutBase(site, to);
    route = normalRoute(pathOf(target));
  }
  return target;
}

function redirectsOf(site: Site): Known {
  const read = known.get(site);
  if (read) return read;
  const exact = new Map<string, string | undefined>();
  const open: RedirectSource[] = [];
  for (const { from, to } of site.redirects) {
    const source = withoutBase(site, from);
    if (!/[:*[(]/.test(source)) {
      // The first one counts.
      const route = normalRoute(source);
      if (!exact.has(route)) exact.set(route, to);
      continue;
    }
    const parts = parseSource(source);
    // One that takes every address (`/*`) answers where nothing else does: with a page that says so.
    if (open.length < MAX_OPEN && parts.some((part) => typeof part === "string")) open.push(parts);
  }
  const found = { exact, open };
  known.set(site, found);
  return found;
}

/** The host names its base, too. */
function withoutBase({ hostBase }: Site, address: string): string {
  return hostBase !== "" && address.startsWith(`${hostBase}/`) ? address.slice(hostBase.length) : address;
}
