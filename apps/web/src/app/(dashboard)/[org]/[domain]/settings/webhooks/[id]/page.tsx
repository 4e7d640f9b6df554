import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { parseDeliveryFilter } from "./_components/delivery-filter.ts";
import { DeliveryLog } from "./_components/delivery-log.tsx";
import { WebhookDetails } from "./_components/webhook-details.tsx";

export const metadata: Metadata = { title: "Webhook" };

type Props = {
  params: Promise<{ org: string; domain: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function WebhookPage({ params, searchParams }: Props) {
  const { org, domain, id } = await params;
  const filter = parseDeliveryFilter(await searchParams);
  const { webhook: webhooks } = await api();
  const found = (await orNotFound(webhooks.list({ org, domain }))).find((candidate) => candidate.id === id);
  if (!found) notFound();
  const log = await orNotFound(webhooks.deliveries({ org, domain, id, ...filter }));
  return (
    <div className="flex flex-col gap-5">
      <WebhookDetails first={found} />
      <AddressState>
        <DeliveryLog id={id} first={log} firstFilter={filter} />
      </AddressState>
    </div>
  );
}
