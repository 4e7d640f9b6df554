"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../../trpc/api.ts";
import { FormFault } from "../../../_components/form-fault.tsx";

/** Sets the password that a link is for, and goes to the dashboard. */
export function NewPasswordForm({ token }: { token: string }) {
  const setPassword = useMutation(
    useTRPC().session.setPassword.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setPassword.mutate({ token, password: String(new FormData(event.currentTarget).get("password")) });
      }}
    >
      <Field label="New password" hint="10 characters or more. A sentence is a good one.">
        <Input
          name="password"
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={10}
          maxLength={128}
        />
      </Field>
      <FormFault sentence={setPassword.error?.message} />
      <Button type="submit" variant="primary" disabled={setPassword.isPending || setPassword.isSuccess}>
        Set password and sign in
      </Button>
    </form>
  );
}
