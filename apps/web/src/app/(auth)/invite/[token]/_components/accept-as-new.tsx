"use client";
import { Button } from "@docsteward/ui/button";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../../trpc/api.ts";
import { AccountFields } from "../../../_components/account-fields.tsx";
import { FormFault } from "../../../_components/form-fault.tsx";
import { readAccount } from "../../../_components/read-account.ts";

/** Makes an account and joins with it. @param email the only address that may */
export function AcceptAsNew({ token, email }: { token: string; email: string | undefined }) {
  const accept = useMutation(
    useTRPC().invitation.acceptAsNew.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  const isBusy = accept.isPending || accept.isSuccess;
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate({ token, user: readAccount(new FormData(event.currentTarget)) });
      }}
    >
      <AccountFields email={email} />
      <FormFault sentence={accept.error?.message} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? "Joining …" : "Create account and join"}
      </Button>
    </form>
  );
}
