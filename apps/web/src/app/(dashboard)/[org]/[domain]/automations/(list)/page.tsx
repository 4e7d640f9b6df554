import { buttonClasses } from "@docsteward/ui/button";
import type { Metadata } from "next";
import Link from "next/link";
import { PageTitle, TextLink } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AutomationList } from "../_components/automation-list.tsx";

export const metadata: Metadata = { title: "Automations" };

export default async function AutomationsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const listed = await orNotFound((await api()).automation.list(site));
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Automations">
        <span className="flex items-center gap-3">
          <TextLink href="/automations.schema.json">JSON Schema</TextLink>
          <Link href={`/${site.org}/${site.domain}/automations/new`} className={buttonClasses({ variant: "primary" })}>
            New automation
          </Link>
        </span>
      </PageTitle>
      <p className="text-muted-foreground">
        Jobs that start by themselves. They are defined in{" "}
        <code className="font-mono text-xs">.docsteward/automations.yml</code> or by the API.
      </p>
      <AutomationList first={listed} />
    </div>
  );
}
