import type { ReactNode } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { OrganizationProvider } from "#components/project-context.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { OrganizationBackLink, OrganizationNav } from "./_components/organization-nav.tsx";

type Props = { params: Promise<{ org: string }>; children: ReactNode };

/** What belongs to an organization and to none of its projects. */
export default async function OrganizationLayout({ params, children }: Props) {
  const { org } = await params;
  const { name, role } = await orNotFound((await api()).organization.get({ org }));
  return (
    <OrganizationProvider membership={{ org, role }}>
      <div className="flex flex-col gap-5">
        <OrganizationBackLink org={org} />
        <PageTitle title={`Settings of ${name}`} />
        <OrganizationNav org={org} />
        {children}
      </div>
    </OrganizationProvider>
  );
}
