"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../../../../trpc/api.ts";
import { FormFault } from "../../_components/form-fault.tsx";

/** Asks for address and password, and goes on to `next`. */
export function SignInForm({ next }: { next: string }) {
  const trpc = useTRPC();
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      // A full load: nothing that was fetched for nobody is kept.
      onSuccess: () => window.location.assign(next),
    }),
  );
  const isBusy = signIn.isPending || signIn.isSuccess;
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        signIn.mutate({ email: String(data.get("email")).trim(), password: String(data.get("password")) });
      }}
    >
      <Field label="E-mail address">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <FormFault sentence={signIn.error?.message} />
      <Button type="submit" variant="primary" disabled={isBusy}>
        {isBusy ? "Signing in …" : "Sign in"}
      </Button>
    </form>
  );
}
