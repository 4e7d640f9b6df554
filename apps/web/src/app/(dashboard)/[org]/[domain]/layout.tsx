import { CopyButton } from "@docsteward/ui/copy-button";
import type { ReactNode } from "react";
import { api } from "../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../server/trpc/or-not-found.ts";
import { SiteNav } from "./_components/site-nav.tsx";

type Props = { params: Promise<{ org: string; domain: string }>; children: ReactNode };

export default async function SiteLayout({ params, children }: Props) {
  const { org, domain } = await params;
  const project = await orNotFound((await api()).project.get({ org, domain }));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-muted-foreground">
          <p className="min-w-0 break-words">
            {org} <span aria-hidden>/</span> <span className="font-medium text-foreground">{domain}</span>
          </p>
          <CopyButton value={project.id} label="Copy the project's id" className="-mx-1.5 font-mono text-xs">
            {project.id}
          </CopyButton>
        </div>
        <SiteNav org={org} domain={domain} />
      </div>
      {children}
    </div>
  );
}
