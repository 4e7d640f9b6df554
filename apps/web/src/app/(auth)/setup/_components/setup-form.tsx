"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../trpc/api.ts";
import { AccountFields } from "../../_components/account-fields.tsx";
import { FormFault } from "../../_components/form-fault.tsx";
import { readAccount } from "../../_components/read-account.ts";

/** Asks for the first account and its organization. */
export function SetupForm({ token, hasOrganizations }: { token: string; hasOrganizations: boolean }) {
  const trpc = useTRPC();
  const complete = useMutation(trpc.setup.complete.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  const isBusy = complete.isPending || complete.isSuccess;
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const org = hasOrganizations ? undefined : String(data.get("org")).trim();
        complete.mutate({ token, user: readAccount(data), org });
      }}
    >
      <AccountFields />
      {!hasOrganizations && (
        <Field
          label="Organization"
          hint="A short name in addresses: lower-case letters, digits and hyphens, like acme."
        >
          <Input name="org" required autoCapitalize="none" spellCheck={false} maxLength={63} placeholder="acme" />
        </Field>
      )}
      <FormFault sentence={complete.error?.message} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? "Setting up …" : "Create account"}
      </Button>
    </form>
  );
}
