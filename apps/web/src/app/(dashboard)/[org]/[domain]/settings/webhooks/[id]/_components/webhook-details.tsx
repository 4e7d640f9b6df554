"use client";

import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@docsteward/ui/menu";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Copyable } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-form.tsx";
import {
  DescriptionList,
  SettingsSection,
} from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { BackLink } from "#components/back-link.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Webhook } from "#trpc/types.ts";
import { WebhookBadge } from "../../_components/webhook-labels.tsx";

/** An endpoint: its URL, its events, its state and its actions. */
export function WebhookDetails({ first }: { first: Webhook }) {
  const site = useProject();
  const { org, domain } = site;
  const trpc = useTRPC();
  const { data: webhooks } = useQuery(trpc.webhook.list.queryOptions({ org, domain }, { refetchInterval: 5_000 }));
  const webhook = webhooks?.find(({ id }) => id === first.id) ?? first;
  return (
    <>
      <BackLink href={projectHref(site, "settings/webhooks")}>All webhooks</BackLink>
      <SettingsSection title="Endpoint" actions={<WebhookActions webhook={webhook} />}>
        <DescriptionList
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

const WebhookDialog = dynamic(
  () => import("../../_components/webhook-dialogs.tsx").then((loaded) => loaded.WebhookDialog),
  {
    ssr: false,
  },
);
const RevealSecretDialog = dynamic(
  () => import("../../_components/webhook-dialogs.tsx").then((loaded) => loaded.RevealSecretDialog),
  { ssr: false },
);

/** What is asked before something happens to the endpoint. */
type Window = "edit" | "rotate" | "delete";

/** What can be done with an endpoint. */
function WebhookActions({ webhook }: { webhook: Webhook }) {
  const site = useProject();
  const input = { org: site.org, domain: site.domain, id: webhook.id };
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [window, setWindow] = useState<Window | null>(null);
  const onError = ({ message }: { message: string }) => toast.error(message);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.webhook.pathKey() });
  const ping = useMutation(
    trpc.webhook.ping.mutationOptions({
      onError,
      onSettled,
      onSuccess: () => toast.success("Test event sent."),
    }),
  );
  const update = useMutation(trpc.webhook.update.mutationOptions({ onError, onSettled }));
  const rotate = useMutation(trpc.webhook.rotateSecret.mutationOptions({ onError }));
  const remove = useMutation(
    trpc.webhook.delete.mutationOptions({
      onError,
      onSuccess: () => {
        toast.success("Endpoint deleted.");
        router.push(projectHref(site, "settings/webhooks"));
        router.refresh();
      },
    }),
  );
  const isPaused = webhook.state === "paused";
  const close = () => setWindow(null);
  return (
    <div className="flex gap-2">
      <RestrictedButton size="sm" disabled={ping.isPending} onClick={() => ping.mutate(input)}>
        <Send aria-hidden />
        Send test event
      </RestrictedButton>
      <RestrictedButton
        size="sm"
        disabled={update.isPending}
        onClick={() => update.mutate({ ...input, isPaused: !isPaused })}
      >
        {isPaused ? "Resume" : "Pause"}
      </RestrictedButton>
      {hasRole(site.role, "admin") && <MoreActions onChoose={setWindow} />}
      {window === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={window === "rotate"}
        onOpenChange={(open) => !open && close()}
        title="Rotate the secret?"
        action="Rotate secret"
        onConfirm={() => rotate.mutate(input)}
      >
        Docsteward creates a new secret. For 24 hours, deliveries are signed with both secrets so that you can update
        the receiver.
      </ConfirmDialog>
      <ConfirmDialog
        open={window === "delete"}
        onOpenChange={(open) => !open && close()}
        title="Delete this endpoint?"
        action="Delete endpoint"
        isDestructive
        onConfirm={() => remove.mutate(input)}
      >
        This also deletes its delivery log. Pending deliveries aren't sent.
      </ConfirmDialog>
      {rotate.data && (
        <RevealSecretDialog title="Secret rotated" secret={rotate.data.secret} onClose={rotate.reset}>
          <p className="text-muted-foreground">
            The old secret is valid until {rotate.data.previousSecretExpiresAt.slice(0, 16).replace("T", " ")} UTC.
          </p>
        </RevealSecretDialog>
      )}
    </div>
  );
}

function MoreActions({ onChoose }: { onChoose: (window: Window) => void }) {
  return (
    <Menu
      trigger={
        <Button size="icon" variant="ghost" aria-label="More actions">
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onClick={() => onChoose("edit")}>
        <Pencil aria-hidden />
        Edit endpoint
      </MenuItem>
      <MenuItem onClick={() => onChoose("rotate")}>
        <KeyRound aria-hidden />
        Rotate secret
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDestructive onClick={() => onChoose("delete")}>
        <Trash2 aria-hidden />
        Delete endpoint
      </MenuItem>
    </Menu>
  );
}
