"use client";

import { Button } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { type ReactNode, useState } from "react";
import { findFault } from "#components/form-fault.ts";
import { NewPasswordField } from "#components/new-password-field.tsx";

type Props = {
  /** What the form sends. It stays busy when it was let in: the browser is leaving the page. */
  request: { isPending: boolean; isSuccess: boolean; error: { message: string } | null };
  onSend: (data: FormData) => void;
  label: string;
  busyLabel: string;
  children: ReactNode;
};

/** The one form of a page for people who are not signed in. */
export function AuthForm({ request, onSend, label, busyLabel, children }: Props) {
  const [fault, setFault] = useState<string>();
  const isBusy = request.isPending || request.isSuccess;
  return (
    // Were the script not there yet, a form that gets would write the password into the address.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const fault = findFault(event.currentTarget);
        setFault(fault);
        if (fault === undefined) onSend(new FormData(event.currentTarget));
      }}
    >
      {children}
      <FormError message={fault ?? request.error?.message} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </form>
  );
}

/** The fields of a new account; `readAccountFields` reads them. @param email given when only this address may be used */
export function AccountFields({ email }: { email?: string }) {
  return (
    <>
      <Field label="Name">
        <Input name="name" autoComplete="name" required autoFocus maxLength={100} />
      </Field>
      <Field label="Email address">
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          readOnly={email !== undefined}
        />
      </Field>
      <NewPasswordField label="Password" name="password" />
    </>
  );
}

/** What was entered into the fields of a new account. */
export function readAccountFields(data: FormData): { name: string; email: string; password: string } {
  const read = (name: string) => String(data.get(name) ?? "");
  return { name: read("name"), email: read("email"), password: read("password") };
}
