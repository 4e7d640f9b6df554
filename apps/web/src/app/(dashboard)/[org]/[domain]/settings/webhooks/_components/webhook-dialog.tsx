"use client";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { RevealSecretDialog } from "./reveal-secret-dialog.tsx";
import { WebhookFormDialog } from "./webhook-form-dialog.tsx";
import type { Webhook } from "./webhook-types.ts";

/** Makes an endpoint, and then shows its secret; or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.webhook.list.queryFilter({ org, domain }));
  const create = useMutation(trpc.webhook.create.mutationOptions({ onSuccess: refresh }));
  const update = useMutation(
    trpc.webhook.update.mutationOptions({
      onSuccess: () => {
        toast.success("Saved.");
        void refresh();
        onClose();
      },
    }),
  );
  if (create.data) {
    return <RevealSecretDialog title="Endpoint added" secret={create.data.secret} onClose={onClose} />;
  }
  return (
    <WebhookFormDialog
      title={webhook ? "Edit endpoint" : "Add endpoint"}
      first={webhook ?? { url: "", events: [] }}
      isPending={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(values) =>
        webhook ? update.mutate({ org, domain, id: webhook.id, ...values }) : create.mutate({ org, domain, ...values })
      }
      onClose={onClose}
    />
  );
}
