"use client";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../../trpc/api.ts";
import { NewPasswordField } from "../../../../_components/new-password-field.tsx";
import { AuthForm } from "../../../_components/auth-form.tsx";

/** Sets the password that a link is for, and goes to the dashboard. */
export function NewPasswordForm({ token }: { token: string }) {
  const setPassword = useMutation(
    useTRPC().session.setPassword.mutationOptions({ onSuccess: () => window.location.assign("/") }),
  );
  return (
    <AuthForm
      request={setPassword}
      onSend={(data) => setPassword.mutate({ token, password: String(data.get("password")) })}
      label="Set password and sign in"
      busyLabel="Signing in…"
    >
      <NewPasswordField label="New password" name="password" autoFocus />
    </AuthForm>
  );
}
