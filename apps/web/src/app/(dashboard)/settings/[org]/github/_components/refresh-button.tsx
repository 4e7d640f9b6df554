"use client";

import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";

/** Asks GitHub again which accounts and repositories the App can access. */
export function RefreshButton() {
  const { org } = useMembership();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const refresh = useMutation(
    trpc.github.refresh.mutationOptions({
      onSuccess: () => {
        router.refresh();
        void queryClient.invalidateQueries(trpc.github.pathFilter());
      },
      onError: ({ message }) => toast.error(message),
    }),
  );
  return (
    <RestrictedButton size="sm" disabled={refresh.isPending} onClick={() => refresh.mutate({ org })}>
      <RefreshCw aria-hidden />
      {refresh.isPending ? "Refreshing…" : "Refresh list"}
    </RestrictedButton>
  );
}
