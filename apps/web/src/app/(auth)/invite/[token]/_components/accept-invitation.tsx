"use client";

import { Button } from "@docsteward/ui/button";
import { FormError } from "@docsteward/ui/field";
import { useMutation } from "@tanstack/react-query";
import { AccountFields, AuthForm, readAccountFields } from "#app/(auth)/_components/auth-form.tsx";
import { useTRPC } from "#trpc/client.tsx";

/** Joins with the account that is signed in, or lets another one be. */
export function AcceptAsMe({ token, me }: { token: string; me: { name: string; email: string } }) {
  const trpc = useTRPC();
  const accept = useMutation(trpc.invitation.accept.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  const signOut = useMutation(trpc.session.signOut.mutationOptions({ onSuccess: () => window.location.reload() }));
  return (
    <div className="flex flex-col gap-4">
      <p>
        You are signed in as {me.name} ({me.email}).
      </p>
      <FormError message={accept.error?.message ?? signOut.error?.message} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate({ token })}
        >
          Join organization
        </Button>
        <Button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Use a different account
        </Button>
      </div>
    </div>
  );
}

/** Makes an account and joins with it. @param email the only address that may */
export function AcceptAsNew({ token, email }: { token: string; email: string | undefined }) {
  const accept = useMutation(
    useTRPC().invitation.acceptAsNew.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  return (
    <AuthForm
      request={accept}
      onSend={(data) => accept.mutate({ token, user: readAccountFields(data) })}
      label="Create account and join"
      busyLabel="Joining…"
    >
      <AccountFields email={email} />
    </AuthForm>
  );
}
