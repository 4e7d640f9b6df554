"use client";

import { Checkbox } from "@docsteward/ui/checkbox";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ClientSignIn } from "#trpc/types.ts";
import { AdminFields, Copyable, FormFooter } from "../../_components/settings-form.tsx";

type Values = {
  readers: "off" | "members" | "oidc";
  isTeam: boolean;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  groupsClaim: string;
  sessionDays: "1" | "7" | "30";
};

const READERS = [
  { value: "off", label: "Nobody", hint: "Readers' apps need an API key." },
  {
    value: "members",
    label: "Members of the organization",
    hint: "They sign in with their account here, and read every page.",
  },
  {
    value: "oidc",
    label: "People of your own OpenID provider",
    hint: "Entra ID, Okta, Keycloak and others. They read the pages of the groups that the provider names.",
  },
] as const;

const DAYS = [
  { value: "1", label: "After a day" },
  { value: "7", label: "After 7 days" },
  { value: "30", label: "After 30 days" },
] as const;

const FIELDS = ["issuer", "clientId", "clientSecret", "scopes", "groupsClaim"] as const;

/** Who may sign in to connect an app, and the provider that knows the readers. */
export function SignInForm({ state, onSaved }: { state: ClientSignIn; onSaved: () => void }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { register, control, handleSubmit, formState, setError, watch } = useForm<Values>({
    defaultValues: {
      readers: (state.readers as Values["readers"] | null) ?? "off",
      isTeam: state.isTeam,
      issuer: state.issuer ?? "",
      clientId: state.clientId ?? "",
      clientSecret: "",
      scopes: state.scopes,
      groupsClaim: state.groupsClaim,
      sessionDays: String(state.sessionDays) as Values["sessionDays"],
    },
  });
  const { errors } = formState;
  const save = useMutation(
    trpc.clientSignIn.set.mutationOptions({
      onSuccess: () => {
        toast.success("Saved.");
        onSaved();
      },
      onError: (error) => setFormErrors<Values>(error, { fields: FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ readers, clientSecret, sessionDays, ...values }) =>
    save.mutate({
      org,
      domain,
      ...values,
      readers: readers === "off" ? null : readers,
      sessionDays: Number(sessionDays) as 1 | 7 | 30,
      // Left empty, the stored one stays.
      ...(clientSecret !== "" && { clientSecret }),
    }),
  );
  const readers = watch("readers");
  return (
    <form onSubmit={submit} noValidate aria-label="Sign-in for apps" className="flex flex-col gap-4">
      <AdminFields columns={1}>
        <Controller
          name="readers"
          control={control}
          render={({ field }) => (
            <RadioGroup
              label="Who can sign in to read"
              choices={READERS}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {readers === "oidc" && (
          <>
            <Field label="Issuer" error={errors.issuer?.message} hint="For example https://login.acme.com.">
              <Input {...register("issuer")} type="url" className="font-mono text-xs" />
            </Field>
            <Field label="Client ID" error={errors.clientId?.message}>
              <Input {...register("clientId")} className="font-mono text-xs" />
            </Field>
            <Field
              label="Client secret"
              isOptional
              error={errors.clientSecret?.message}
              hint={
                state.hasSecret ? "One is stored, encrypted. Leave this empty to keep it." : "It is stored encrypted."
              }
            >
              <Input {...register("clientSecret")} type="password" autoComplete="off" className="font-mono text-xs" />
            </Field>
            <div>
              <p className="font-medium">Redirect address</p>
              <p className="text-muted-foreground text-xs">Enter it at your provider.</p>
              <Copyable value={state.callbackUrl} label="Copy redirect address" />
            </div>
            <Field label="Scopes" error={errors.scopes?.message} hint="What is asked of the provider, besides openid.">
              <Input {...register("scopes")} className="font-mono text-xs" />
            </Field>
            <Field label="Claim with the groups" error={errors.groupsClaim?.message}>
              <Input {...register("groupsClaim")} className="font-mono text-xs" />
            </Field>
            <Controller
              name="sessionDays"
              control={control}
              render={({ field }) => (
                <Field label="Readers sign in again, with their groups of then">
                  <RadioGroup choices={DAYS} value={field.value} onChange={field.onChange} />
                </Field>
              )}
            />
          </>
        )}
        <Controller
          name="isTeam"
          control={control}
          render={({ field }) => (
            <Checkbox
              checked={field.value}
              onCheckedChange={(isOn) => field.onChange(isOn)}
              hint="At /mcp/admin/…, with the rights of their role. Each allows for itself whether an agent may start work."
            >
              Members can connect agents that work on jobs and gaps
            </Checkbox>
          )}
        />
      </AdminFields>
      <FormError message={errors.root?.message} />
      <FormFooter isDirty={formState.isDirty} isPending={save.isPending}>
        The MCP server then says where to sign in, so everyone can tell that {domain} exists. Apps that were connected
        in another way lose their access.
      </FormFooter>
    </form>
  );
}
