import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AutomationFormPage } from "../_components/automation-form.tsx";
import { DeleteAutomation, WebhookSecret } from "../_components/automation-sections.tsx";

type Params = { org: string; domain: string; automation: string };

export const metadata: Metadata = { title: "Automation" };

export default async function AutomationPage({ params }: { params: Promise<Params> }) {
  const { automation: automationId, ...site } = await params;
  const { automation } = await api();
  const [found, choices] = await Promise.all([
    orNotFound(automation.get({ ...site, automationId: decodeURIComponent(automationId) })),
    automation.choices(site),
  ]);
  return (
    <div className="flex flex-col gap-4">
      <BackLink href={`/${site.org}/${site.domain}/automations`}>Automations</BackLink>
      <PageTitle title={found.definition.name} />
      {found.definition.on.webhook && <WebhookSecret automation={found} />}
      <AutomationFormPage key={found.updatedAt} automation={found} choices={choices} />
      <DeleteAutomation automation={found} />
    </div>
  );
}
