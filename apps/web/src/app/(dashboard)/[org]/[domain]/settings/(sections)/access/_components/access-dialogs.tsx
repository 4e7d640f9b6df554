"use client";

import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { DialogActions } from "@docsteward/ui/layout";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
import { useProject } from "#components/project-context.tsx";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ReaderAccess } from "#trpc/types.ts";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";

type Values = {
  method: "secret" | "jwks" | "keys";
  keySetUrl: string;
  issuer: string;
  groupsClaim: string;
  isByNavigation: boolean;
};

const METHODS = [
  { value: "secret", label: "Token with a shared secret", hint: "Your server signs a JWT for each reader (HS256)." },
  {
    value: "jwks",
    label: "Token of an identity provider",
    hint: "A JWT whose public keys are at a JWKS address (RS256, ES256 or EdDSA).",
  },
  { value: "keys", label: "API keys only", hint: "A reader has the groups of the assistant key." },
] as const;

const FIELDS = ["keySetUrl", "issuer", "groupsClaim"] as const;

/** How readers prove their groups, and which pages that leaves to readers without any. */
export function AccessForm({
  state: { settings, pages },
  onSaved,
}: {
  state: ReaderAccess;
  onSaved: (secret: string | null) => void;
}) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const form = useForm<Values>({
    defaultValues: {
      method: (settings?.method as Values["method"] | undefined) ?? "secret",
      keySetUrl: settings?.keySetUrl ?? "",
      issuer: settings?.issuer ?? "",
      groupsClaim: settings?.groupsClaim ?? "groups",
      isByNavigation: settings?.isByNavigation ?? true,
    },
  });
  const { register, control, handleSubmit, formState, setError, reset, getValues, watch } = form;
  const { errors } = formState;
  const method = watch("method");
  const save = useMutation(
    trpc.readerAccess.set.mutationOptions({
      onSuccess: ({ secret }) => {
        toast.success("Saved. Restricted pages are hidden from now on.");
        reset(getValues());
        onSaved(secret);
      },
      onError: (error) => setFormErrors<Values>(error, { fields: FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ keySetUrl, issuer, ...values }) =>
    save.mutate({ org, domain, ...values, keySetUrl: keySetUrl || null, issuer: issuer || null }),
  );
  const open = watch("isByNavigation") ? pages.openByNavigation : pages.open;
  return (
    <form onSubmit={submit} noValidate aria-label="Reader access" className="flex flex-col gap-4">
      <AdminFields columns={1}>
        <Controller
          name="method"
          control={control}
          render={({ field }) => (
            <RadioGroup
              label="How readers prove their groups"
              choices={METHODS}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {method === "jwks" && (
          <Field
            label="JWKS address"
            error={errors.keySetUrl?.message}
            hint="For example https://login.acme.com/.well-known/jwks.json."
          >
            <Input {...register("keySetUrl")} type="url" className="font-mono text-xs" />
          </Field>
        )}
        {method !== "keys" && (
          <>
            <Field
              label="Issuer"
              isOptional
              error={errors.issuer?.message}
              hint="The `iss` that tokens must have. Set it if others use the same identity provider."
            >
              <Input {...register("issuer")} className="font-mono text-xs" />
            </Field>
            <Field label="Claim with the groups" error={errors.groupsClaim?.message}>
              <Input {...register("groupsClaim")} className="font-mono text-xs" />
            </Field>
          </>
        )}
        <Controller
          name="isByNavigation"
          control={control}
          render={({ field }) => (
            <Checkbox
              checked={field.value}
              onCheckedChange={(isOn) => field.onChange(isOn)}
              hint="Applies to pages whose front matter names no groups. Without it, only front matter restricts pages."
            >
              Navigation groups restrict pages
            </Checkbox>
          )}
        />
        <p>
          Readers without groups can read <strong className="tabular-nums">{open.toLocaleString("en")}</strong> of{" "}
          <span className="tabular-nums">{pages.total.toLocaleString("en")}</span> pages.
        </p>
      </AdminFields>
      <FormError message={errors.root?.message} />
      <FormFooter isDirty={settings === null || formState.isDirty} isPending={save.isPending}>
        {settings === null
          ? "Saving restricts pages and indexes the site again. Pages are hidden until that is done."
          : `Tokens name ${settings.audience} as aud and expire within 24 hours.`}
      </FormFooter>
    </form>
  );
}

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  useUnloadGuard(true);
  return (
    // Left by its own button alone: a click beside it must not lose the secret.
    <Dialog open>
      <DialogContent title="Reader secret" hasClose={false}>
        <SecretBox
          value={secret}
          label="Copy secret"
          words="Copy the secret now. Your server signs readers' tokens with it. It is stored encrypted and can't be shown again."
        />
        <DialogActions className="mt-4">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
