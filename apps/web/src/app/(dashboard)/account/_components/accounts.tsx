"use client";
import { Button } from "@docsteward/ui/button";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../../trpc/api.ts";
import type { Account, Providers } from "./account.ts";
import { AccountSection } from "./account-section.tsx";

type Props = { accounts: Account["accounts"]; providers: Providers };

/** The providers that a person may sign in through, linked or not. */
export function Accounts({ accounts, providers }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onError = (error: { message: string }) => void toast.error(error.message);
  const link = useMutation(
    trpc.account.link.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url), onError }),
  );
  const unlink = useMutation(
    trpc.account.unlink.mutationOptions({
      onError,
      onSettled: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
    }),
  );
  return (
    <AccountSection title="Linked accounts" description="Other ways to sign in to your account.">
      <ul className="divide-y">
        {providers.map(({ id, name }) => {
          const isLinked = accounts.some(({ providerId }) => providerId === id);
          return (
            <li key={id} className="flex items-center gap-3 px-4 py-2.5">
              <p className="flex-1 font-medium">{name}</p>
              {isLinked ? (
                <Button size="sm" disabled={unlink.isPending} onClick={() => unlink.mutate({ providerId: id })}>
                  Unlink {name}
                </Button>
              ) : (
                <Button size="sm" disabled={link.isPending} onClick={() => link.mutate({ provider: id })}>
                  Link {name}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </AccountSection>
  );
}
