"use client";
import { Button } from "@docsteward/ui/button";
import { FormError } from "@docsteward/ui/field";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#trpc/client.tsx";

type Props = {
  providers: readonly { id: string; name: string }[];
  next: string;
  /** Lets a new person create an account. */
  invitationToken?: string;
};

/** The ways to sign in besides a password. */
export function ProviderButtons({ providers, next, invitationToken }: Props) {
  const start = useMutation(
    useTRPC().session.startProvider.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          disabled={start.isPending || start.isSuccess}
          onClick={() => start.mutate({ provider: id, next, invitationToken })}
        >
          Continue with {name}
        </Button>
      ))}
      <FormError message={start.error?.message} />
    </div>
  );
}
