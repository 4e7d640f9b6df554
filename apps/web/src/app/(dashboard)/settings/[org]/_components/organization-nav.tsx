"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { BackLink } from "#components/back-link.tsx";
import { PageTabs } from "#components/page-tabs.tsx";
import { ORGANIZATION_PAGES, organizationHref, projectHref } from "#components/project-pages.ts";

/** The way back to where a person came from: a project, or the list of all. */
export function OrganizationBackLink({ org }: { org: string }) {
  const domain = useSearchParams().get("project");
  if (domain === null) return <BackLink href="/">All projects</BackLink>;
  return <BackLink href={projectHref({ org, domain: encodeURIComponent(domain) }, "settings")}>{domain}</BackLink>;
}

/** The pages of an organization's settings. */
export function OrganizationNav({ org }: { org: string }) {
  const pathname = usePathname();
  const domain = useSearchParams().get("project") ?? undefined;
  const tabs = ORGANIZATION_PAGES.map(({ path, label }) => {
    const href = organizationHref({ org, domain }, path);
    return { label, href, isCurrent: pathname === `/settings/${org}/${path}` };
  });
  return <PageTabs label="Organization" tabs={tabs} />;
}
