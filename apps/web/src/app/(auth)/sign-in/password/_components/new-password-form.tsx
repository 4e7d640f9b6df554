"use client";
import { useMutation } from "@tanstack/react-query";
import { AuthForm } from "#app/(auth)/_components/auth-form.tsx";
import { NewPasswordField } from "#components/new-password-field.tsx";
import { useTRPC } from "#trpc/client.tsx";

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
