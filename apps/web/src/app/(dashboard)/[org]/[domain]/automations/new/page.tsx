import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AutomationFormPage } from "../_components/automation-form.tsx";

export const metadata: Metadata = { title: "New automation" };

export default async function NewAutomationPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const choices = await orNotFound((await api()).automation.choices(site));
  return (
    <div className="flex flex-col gap-4">
      <BackLink href={`/${site.org}/${site.domain}/automations`}>Automations</BackLink>
      <PageTitle title="New automation" />
      <AutomationFormPage automation={null} choices={choices} />
    </div>
  );
}
