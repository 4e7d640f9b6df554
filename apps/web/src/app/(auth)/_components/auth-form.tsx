"use client";
import { Button } from "@docsteward/ui/button";
import { FormError } from "@docsteward/ui/form-error";
import type { ReactNode } from "react";

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
  const isBusy = request.isPending || request.isSuccess;
  return (
    // Were the script not there yet, a form that gets would write the password into the address.
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget));
      }}
    >
      {children}
      <FormError message={request.error?.message} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </form>
  );
}
