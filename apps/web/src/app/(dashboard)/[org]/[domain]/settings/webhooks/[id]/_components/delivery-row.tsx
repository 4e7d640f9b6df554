"use client";
import { Badge } from "@docsteward/ui/badge";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, RotateCw } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../../../../../../../trpc/api.ts";
import { RestrictedButton } from "../../../../../../_components/restricted-button.tsx";
import { useSite } from "../../../../../../_components/site-context.tsx";
import type { Delivery } from "../../_components/webhook-types.ts";
import { DeliveryDetails } from "./delivery-details.tsx";

const STATES = {
  pending: { tone: "brand", word: "Pending" },
  trying: { tone: "warning", word: "Retrying" },
  delivered: { tone: "success", word: "Delivered" },
  failed: { tone: "destructive", word: "Failed" },
} as const;

/** One event on its way to an endpoint; it opens to what was sent and each try. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const redeliver = useMutation(
    trpc.webhook.redeliver.mutationOptions({
      onSuccess: () => toast.success("Resending the event with the same ID."),
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhook.deliveries.pathKey() }),
    }),
  );
  const last = delivery.attempts.at(-1);
  const { tone, word } = STATES[delivery.state === "pending" && last ? "trying" : delivery.state];
  return (
    <li>
      <div className="flex items-center gap-x-3 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-m-1 flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded p-1 text-left"
        >
          <ChevronRight
            aria-hidden
            className={
              isOpen ? "size-3.5 shrink-0 rotate-90 transition-transform" : "size-3.5 shrink-0 transition-transform"
            }
          />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            <Badge tone={tone}>{word}</Badge>
            <code className="truncate font-mono text-xs">{delivery.type}</code>
            <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
              {last?.status ?? (last ? "no response" : "")}
              {delivery.attempts.length > 1 && ` · ${delivery.attempts.length} attempts`}
            </span>
          </span>
        </button>
        <RelativeTime at={delivery.createdAt} className="shrink-0 text-muted-foreground text-xs" />
        <RestrictedButton
          size="sm"
          variant="ghost"
          disabled={redeliver.isPending}
          aria-label={`Resend ${delivery.type}`}
          onClick={() => redeliver.mutate({ org, domain, deliveryId: delivery.id })}
        >
          <RotateCw aria-hidden />
          <span className="max-sm:hidden">Resend</span>
        </RestrictedButton>
      </div>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </li>
  );
}
