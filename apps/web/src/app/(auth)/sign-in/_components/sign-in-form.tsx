"use client";

import { Button } from "@docsteward/ui/button";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#trpc/client.tsx";
import { AuthForm } from "../../_components/auth-form.tsx";

/** Asks for address and password, and goes on to `next`. */
export function SignInForm({ next }: { next: string }) {
  const trpc = useTRPC();
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      // A full load: no data that was fetched before the sign-in is kept.
      onSuccess: () => window.location.assign(next),
    }),
  );
  return (
    <AuthForm
      request={signIn}
      onSend={(data) =>
        signIn.mutate({ email: String(data.get("email")).trim(), password: String(data.get("password")) })
      }
      label="Sign in"
      busyLabel="Signing in…"
    >
      <Field label="Email address">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password" hint="Forgot it? Ask the person who runs this service for a link to set a new one.">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
    </AuthForm>
  );
}

type Props = {
  providers: readonly { id: string; name: string }[];
  next: string;
  /** Lets a new person create an account. */
  invitationToken?: string;
};

/** The ways to sign in besides a password. */
export function ProviderButtons({ providers, next, invitationToken }: Props) {
  const start = useMutation(
    useTRPC().session.startProvider.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          disabled={start.isPending || start.isSuccess}
          onClick={() => start.mutate({ provider: id, next, invitationToken })}
        >
          Continue with {name}
        </Button>
      ))}
      <FormError message={start.error?.message} />
    </div>
  );
}
