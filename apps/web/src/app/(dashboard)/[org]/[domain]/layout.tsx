import type { ReactNode } from "react";
import { ProjectProvider } from "#components/project-context.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";

type Props = { params: Promise<{ org: string; domain: string }>; children: ReactNode };

export default async function SiteLayout({ params, children }: Props) {
  const { org, domain } = await params;
  const { id, name, baseUrl, role } = await orNotFound((await api()).project.get({ org, domain }));
  return <ProjectProvider site={{ org, domain, name, projectId: id, baseUrl, role }}>{children}</ProjectProvider>;
}
