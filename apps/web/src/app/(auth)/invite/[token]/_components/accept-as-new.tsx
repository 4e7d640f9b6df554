"use client";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../../trpc/api.ts";
import { AccountFields } from "../../../_components/account-fields.tsx";
import { AuthForm } from "../../../_components/auth-form.tsx";
import { readAccount } from "../../../_components/read-account.ts";

/** Makes an account and joins with it. @param email the only address that may */
export function AcceptAsNew({ token, email }: { token: string; email: string | undefined }) {
  const accept = useMutation(
    useTRPC().invitation.acceptAsNew.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  return (
    <AuthForm
      request={accept}
      onSend={(data) => accept.mutate({ token, user: readAccount(data) })}
      label="Create account and join"
      busyLabel="Joining…"
    >
      <AccountFields email={email} />
    </AuthForm>
  );
}
