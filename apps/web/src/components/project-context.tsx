"use client";

import { useParams } from "next/navigation";
import { createContext, type ReactNode, use } from "react";
import type { Role } from "../server/trpc/init.ts";

/** The project that a page stands in, and what the one who looks may do there. */
type Site = { org: string; domain: string; projectId: string; baseUrl: string; role: Role };

const SiteContext = createContext<Site | null>(null);

/** Tells every client component below which project the page is about. */
export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The project of the page. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite is for pages below /{org}/{domain}");
  return site;
}

const RANKS: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether somebody of this role may do what asks for `least`. The server decides; this is for what a page offers. */
export function mayAct(role: Role, least: Role): boolean {
  return RANKS[role] >= RANKS[least];
}

/** The project in the page's address; null on pages outside of projects. For parts of the shell, which stand above every page. */
export function useSitePath(): { org: string; domain: string } | null {
  const { org, domain } = useParams();
  return typeof org === "string" && typeof domain === "string" ? { org, domain } : null;
}
