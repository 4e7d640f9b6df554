"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { createContext, type ReactNode, use, useEffect } from "react";
import type { Role } from "../server/trpc/init.ts";
import { useTRPC } from "../trpc/client.tsx";
import { createBooleanStore } from "./boolean-store.ts";

/** The project of a page, and the permissions of the person who sees it. */
type ProjectInfo = {
  org: string;
  domain: string;
  /** What people call it; the domain until they change it. */
  name: string;
  projectId: string;
  baseUrl: string;
  role: Role;
};

const SiteContext = createContext<ProjectInfo | null>(null);

/** The organization of a page, what the person who sees it may do there, and on pages of a project its domain. */
type Membership = Pick<ProjectInfo, "org" | "role"> & { domain?: string };

const MembershipContext = createContext<Membership | null>(null);

/** Tells every client component below which organization the page is about, where it is about no project. */
export function OrganizationProvider({ membership, children }: { membership: Membership; children: ReactNode }) {
  return <MembershipContext value={membership}>{children}</MembershipContext>;
}

/** The organization of the page, of a project's, too. */
export function useMembership(): Membership {
  const membership = use(MembershipContext);
  if (membership === null) throw new Error("useMembership is for pages of an organization");
  return membership;
}

/** Tells every client component below which project the page is about. */
export function ProjectProvider({ site, children }: { site: ProjectInfo; children: ReactNode }) {
  const { org, domain, name } = site;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The bar above every page shows the name, and is not inside this provider.
  useEffect(() => {
    queryClient.setQueryData(trpc.project.name.queryKey({ org, domain }), name);
  }, [queryClient, trpc, org, domain, name]);
  return (
    <MembershipContext value={site}>
      <SiteContext value={site}>{children}</SiteContext>
    </MembershipContext>
  );
}

/** The project of the page. */
export function useProject(): ProjectInfo {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite is for pages below /{org}/{domain}");
  return site;
}

const RANKS: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether a role includes the permissions of `least`. The server decides; this controls what a page offers. */
export function hasRole(role: Role, least: Role): boolean {
  return RANKS[role] >= RANKS[least];
}

/** The project in the page's address; null on pages outside of projects. For parts of the shell, which stand above every page. */
export function useProjectPath(): { org: string; domain: string } | null {
  const { org, domain } = useParams();
  const isMissing = useIsProjectMissing();
  return !isMissing && typeof org === "string" && typeof domain === "string" ? { org, domain } : null;
}

let isProjectMissing = false;
const missingProject = createBooleanStore({ read: () => isProjectMissing, onServer: false });

/** Takes navigation, switcher and shortcuts of the address's project off the page while this is on it: there is no such project. */
export function HideProject() {
  useEffect(() => {
    isProjectMissing = true;
    missingProject.tell();
    return () => {
      isProjectMissing = false;
      missingProject.tell();
    };
  }, []);
  return null;
}

/** Whether the address names a project that does not exist, or that this person may not see. */
const useIsProjectMissing = missingProject.useIsOn;
