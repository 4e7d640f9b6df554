"use client";
import { ErrorState } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Webhook } from "#trpc/types.ts";
import { SettingsSection } from "../../(sections)/_components/settings-section.tsx";
import { WebhookBadge } from "./webhook-labels.tsx";

const WebhookDialog = dynamic(() => import("./webhook-dialogs.tsx").then((loaded) => loaded.WebhookDialog), {
  ssr: false,
});

/** The endpoints that events are sent to. */
export function WebhookList({ first }: { first: Webhook[] }) {
  const site = useProject();
  const { org, domain } = site;
  const trpc = useTRPC();
  const query = useQuery(
    trpc.webhook.list.queryOptions({ org, domain }, { initialData: first, refetchInterval: 15_000 }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const webhooks = query.data;
  return (
    <SettingsSection
      title="Webhooks"
      description="Send events for jobs, pull requests, unanswered questions and index updates to your endpoints. Deliveries are signed with Standard Webhooks and retried for 36 hours."
      isFlush
      actions={
        <RestrictedButton size="sm" onClick={() => setIsMaking(true)}>
          <Plus aria-hidden />
          Add endpoint
        </RestrictedButton>
      }
    >
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} className="m-4" />}
      {webhooks.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted-foreground">
          No endpoints yet. Add the URL of a server that responds to POST requests with 200.
        </p>
      ) : (
        <ul className="divide-y">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <Link
                href={`${projectHref(site, "settings/webhooks")}/${webhook.id}`}
                className="-outline-offset-2 flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-accent/60"
              >
                <span className="min-w-0 flex-1 basis-60">
                  <span className="block truncate font-mono text-xs">{webhook.url}</span>
                  <span className="block truncate text-muted-foreground text-xs">
                    {webhook.events.length === 0 ? "All events" : webhook.events.join(", ")}
                  </span>
                </span>
                <WebhookBadge state={webhook.state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <WebhookDialog onClose={() => setIsMaking(false)} />}
    </SettingsSection>
  );
}
