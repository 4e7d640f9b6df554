"use client";
import { Field, Input } from "@docsteward/ui/field";
import { useMutation } from "@tanstack/react-query";
import { slugify } from "#components/slug.ts";
import { useTRPC } from "#trpc/client.tsx";
import { AccountFields, AuthForm, readAccountFields } from "../../_components/auth-form.tsx";

/** Asks for the first account and its organization. */
export function SetupForm({ token, hasOrganizations }: { token: string; hasOrganizations: boolean }) {
  const trpc = useTRPC();
  const next = hasOrganizations ? "/" : "/setup/project";
  const complete = useMutation(trpc.setup.complete.mutationOptions({ onSuccess: () => window.location.assign(next) }));
  return (
    <AuthForm
      request={complete}
      onSend={(data) => {
        const org = hasOrganizations ? undefined : slugify(String(data.get("org")));
        complete.mutate({ token, user: readAccountFields(data), org });
      }}
      label="Create account"
      busyLabel="Setting up…"
    >
      <AccountFields />
      {!hasOrganizations && (
        <Field
          label="Organization"
          hint="A short name used in URLs: lowercase letters, digits and hyphens, for example acme."
        >
          <Input
            name="org"
            required
            autoCapitalize="none"
            spellCheck={false}
            maxLength={63}
            placeholder="acme"
            onBlur={({ target }) => {
              target.value = slugify(target.value);
            }}
          />
        </Field>
      )}
    </AuthForm>
  );
}
