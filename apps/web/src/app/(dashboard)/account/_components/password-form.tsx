"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Input } from "@docsteward/ui/input";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTRPC } from "../../../../trpc/api.ts";
import { NewPasswordField } from "../../../_components/new-password-field.tsx";
import { AccountSection } from "./account-section.tsx";

/** Changes the password, or sets the first one of a person who signs in through a provider. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: () => {
        toast.success("Password saved. All other browsers are signed out.");
        form.current?.reset();
        return queryClient.invalidateQueries(trpc.account.get.pathFilter());
      },
    }),
  );
  return (
    <AccountSection title="Password" description="A new password signs out all other browsers.">
      <form
        ref={form}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          change.mutate({ current: String(data.get("current") ?? ""), next: String(data.get("next")) });
        }}
      >
        {hasPassword && (
          <Field label="Current password">
            <Input name="current" type="password" autoComplete="current-password" required />
          </Field>
        )}
        <NewPasswordField label="New password" name="next" />
        <FormError message={change.error?.message} />
        <Button type="submit" className="self-start" disabled={change.isPending}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
      </form>
    </AccountSection>
  );
}
