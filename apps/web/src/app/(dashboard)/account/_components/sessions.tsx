"use client";
import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../../trpc/api.ts";
import type { Account } from "./account.ts";
import { AccountSection } from "./account-section.tsx";
import { toBrowserName } from "./to-browser-name.ts";

/** The browsers that are signed in, and a way to sign them out. */
export function Sessions({ sessions }: { sessions: Account["sessions"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = {
    onError: (error: { message: string }) => void toast.error(error.message),
    onSettled: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
  };
  const revoke = useMutation(trpc.account.revokeSession.mutationOptions(options));
  const revokeOthers = useMutation(trpc.account.revokeOthers.mutationOptions(options));
  return (
    <AccountSection
      title="Sessions"
      description="Browsers that are signed in to your account."
      actions={
        sessions.length > 1 && (
          <Button size="sm" disabled={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            Sign out all other browsers
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {sessions.map(({ id, isCurrent, address, userAgent, seenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex items-center gap-2 font-medium">
                {toBrowserName(userAgent)}
                {isCurrent && <Badge tone="success">This browser</Badge>}
              </p>
              <p className="text-muted-foreground text-xs">
                {address && `${address} · `}
                <RelativeTime at={seenAt} />
              </p>
            </div>
            {!isCurrent && (
              <Button size="sm" variant="ghost" disabled={revoke.isPending} onClick={() => revoke.mutate({ id })}>
                Sign out<span className="sr-only"> {toBrowserName(userAgent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}
