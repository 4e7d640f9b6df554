"use client";

import { Button } from "@docsteward/ui/button";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { type ReactNode, useState } from "react";
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
        const wrong = [...event.currentTarget.elements].find(isInvalid);
        setFault(wrong && explainInvalid(wrong));
        wrong?.focus();
        if (!wrong) onSend(new FormData(event.currentTarget));
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

const isInvalid = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && !field.validity.valid;

/** What is wrong with a field, under its own name: a browser's own bubble speaks the browser's language and hides the page. */
function explainInvalid({ validity, labels, minLength }: HTMLInputElement): string {
  const name = (labels?.[0]?.textContent ?? "value").toLowerCase();
  if (validity.valueMissing) return `The ${name} is missing. Enter it.`;
  if (validity.typeMismatch) return `The ${name} isn't complete. Enter it like ada@example.com.`;
  if (validity.tooShort) return `The ${name} is too short. Use at least ${minLength} characters.`;
  return `The ${name} isn't valid. Check it.`;
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
