import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { WebhookList } from "../../webhooks/_components/webhook-list.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  return <WebhookList first={await orNotFound((await api()).webhook.list(site))} />;
}
