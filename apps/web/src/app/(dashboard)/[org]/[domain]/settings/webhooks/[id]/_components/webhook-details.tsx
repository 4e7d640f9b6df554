"use client";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "../../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../../_components/site-context.tsx";
import { partHref } from "../../../../../../_components/site-parts.ts";
import { Copyable } from "../../../_components/copyable.tsx";
import { Facts } from "../../../_components/facts.tsx";
import { SettingsSection } from "../../../_components/settings-section.tsx";
import { WebhookBadge } from "../../_components/webhook-badge.tsx";
import type { Webhook } from "../../_components/webhook-types.ts";
import { WebhookActions } from "./webhook-actions.tsx";

/** An endpoint: where it is, what it wants, how it stands and what can be done with it. */
export function WebhookDetails({ first }: { first: Webhook }) {
  const site = useSite();
  const { org, domain } = site;
  const trpc = useTRPC();
  const { data: webhooks } = useQuery(trpc.webhook.list.queryOptions({ org, domain }, { refetchInterval: 5_000 }));
  const webhook = webhooks?.find(({ id }) => id === first.id) ?? first;
  return (
    <>
      <Link
        href={partHref(site, "settings/webhooks")}
        className="flex w-fit items-center gap-1 text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        All webhooks
      </Link>
      <SettingsSection title="Endpoint" actions={<WebhookActions webhook={webhook} />}>
        <Facts
          facts={[
            { label: "URL", value: <Copyable value={webhook.url} label="Copy URL" /> },
            { label: "Events", value: webhook.events.length === 0 ? "All" : webhook.events.join(", ") },
            {
              label: "State",
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <WebhookBadge state={webhook.state} />
                  {webhook.pausedReason}
                  {webhook.state === "failing" && webhook.failingSince && (
                    <span className="text-muted-foreground">
                      Since <RelativeTime at={webhook.failingSince} />. Paused after 5 days without a successful
                      delivery.
                    </span>
                  )}
                </span>
              ),
            },
            { label: "ID", value: <Copyable value={webhook.id} label="Copy webhook ID" /> },
          ]}
        />
      </SettingsSection>
    </>
  );
}
