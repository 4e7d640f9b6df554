import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { SlackCommand } from "../../webhooks/_components/slack-command.tsx";
import { WebhookList } from "../../webhooks/_components/webhook-list.tsx";

export const metadata: Metadata = { title: "Webhooks and Slack" };

export default async function WebhooksSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const caller = await api();
  const [webhooks, slack] = await Promise.all([
    orNotFound(caller.webhook.list(site)),
    orNotFound(caller.slack.get(site)),
  ]);
  return (
    <div className="flex flex-col gap-5">
      <WebhookList first={webhooks} />
      <SlackCommand first={slack} />
    </div>
  );
}
