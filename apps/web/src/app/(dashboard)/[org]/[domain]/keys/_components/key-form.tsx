"use client";

import { KEY_LIFETIMES, KeyKind, KeyName, KeyScope } from "@docsteward/contract/key";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { DialogActions } from "@docsteward/ui/layout";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { setFormErrors } from "#components/form-errors.ts";
import { LinesField, parseLines } from "#components/lines-field.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CreatedKey, KeyRow } from "#trpc/types.ts";

const KINDS = [
  {
    value: "admin",
    label: "Admin key",
    hint: "Secret. For servers and CI. Starts and reads jobs in every project of the organization.",
  },
  { value: "assistant", label: "Assistant key", hint: "Public. For your website. Asks this project's assistant." },
] as const;
const LIFETIMES = KEY_LIFETIMES.map((days) => ({
  value: String(days),
  label: days === null ? "Never" : `In ${days} days`,
}));

/** Makes a key. */
export function CreateKeyDialog(props: {
  kind: KeyForm["kind"];
  onMade: (made: CreatedKey) => void;
  onClose: () => void;
}) {
  const { onMade, onClose } = props;
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const form = useForm<KeyForm>({
    resolver: zodResolver(KeyForm),
    defaultValues: {
      kind: props.kind,
      name: "",
      expiresInDays: props.kind === "assistant" ? null : 90,
      scopes: ["read", "write"],
      allowedOrigins: "",
      allowedIps: "",
      groups: "",
    },
  });
  const { control, handleSubmit, formState, setError, watch } = form;
  const create = useMutation(
    trpc.key.create.mutationOptions({
      onSuccess: onMade,
      onError: (error) => setFormErrors<KeyForm>(error, { fields: KEY_FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ allowedOrigins, allowedIps, groups, ...settings }) =>
    create.mutate({
      ...{ org, domain, ...settings },
      allowedOrigins: parseLines(allowedOrigins),
      allowedIps: parseLines(allowedIps),
      groups: parseGroups(groups),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Create key" description="The key is shown only once, after you create it.">
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <Controller
            name="kind"
            control={control}
            render={({ field }) => (
              <RadioGroup label="Type" choices={KINDS} value={field.value} onChange={field.onChange} />
            )}
          />
          <KeySettingsFields form={form} />
          <Field label="Expires" error={formState.errors.expiresInDays?.message}>
            <Controller
              name="expiresInDays"
              control={control}
              render={({ field }) => (
                <Select
                  choices={LIFETIMES}
                  value={String(field.value)}
                  onChange={(value) => field.onChange(value === "null" ? null : Number(value))}
                  isWide
                />
              )}
            />
          </Field>
          <FormError message={formState.errors.root?.message} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={create.isPending}>
              {create.isPending ? "Creating…" : `Create ${watch("kind")} key`}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Changes what a key allows. */
export function EditKeyDialog({ row, onSaved, onClose }: { row: KeyRow; onSaved: () => void; onClose: () => void }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const form = useForm<KeyForm>({
    resolver: zodResolver(KeyForm),
    defaultValues: {
      kind: row.kind,
      name: row.name,
      // Not in this form, and never sent.
      expiresInDays: null,
      scopes: row.kind === "admin" ? (row.scopes as KeyForm["scopes"]) : ["read"],
      allowedOrigins: row.allowedOrigins.join("\n"),
      allowedIps: row.allowedIps.join("\n"),
      groups: row.groups.join("\n"),
    },
  });
  const { handleSubmit, formState, setError } = form;
  const update = useMutation(
    trpc.key.update.mutationOptions({
      onSuccess: ({ name }) => {
        toast.success(`${name} updated. Applies to new requests.`);
        onSaved();
        onClose();
      },
      onError: (error) => setFormErrors<KeyForm>(error, { fields: KEY_FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ name, scopes, allowedOrigins, allowedIps, groups }) =>
    update.mutate({
      ...{ org, domain, id: row.id, name, allowedIps: parseLines(allowedIps) },
      ...(row.kind === "admin"
        ? { scopes }
        : { allowedOrigins: parseLines(allowedOrigins), groups: parseGroups(groups) }),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Edit ${row.name}`} description={<code className="font-mono text-xs">{row.hint}</code>}>
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <KeySettingsFields form={form} />
          <FormError message={formState.errors.root?.message} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={update.isPending || !formState.isDirty}>
              {update.isPending ? "Saving…" : "Save"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** One group a line: names may hold blanks. */
function parseGroups(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The form of a key: lists are text, one entry a line. */
const KeyForm = z.object({
  kind: KeyKind,
  name: KeyName,
  expiresInDays: z.literal(KEY_LIFETIMES),
  scopes: z.array(KeyScope).min(1, "Select at least one permission."),
  allowedOrigins: z.string(),
  allowedIps: z.string(),
  groups: z.string(),
});
type KeyForm = z.infer<typeof KeyForm>;

const KEY_FIELDS = ["name", "expiresInDays", "scopes", "allowedOrigins", "allowedIps", "groups"] as const;

const SCOPES = [
  { value: "read", label: "Read", hint: "View and follow jobs." },
  { value: "write", label: "Write", hint: "Start and cancel jobs, send messages." },
  { value: "readers", label: "Readers", hint: "Include who asked in analytics." },
] as const;

/** What people choose about a key and may change later. */
function KeySettingsFields({ form }: { form: UseFormReturn<KeyForm> }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const kind = watch("kind");
  const hasOrigins = watch("allowedOrigins").trim() !== "";
  return (
    <>
      <Field label="Name" error={errors.name?.message} hint="What uses the key, for example CI or docs website.">
        <Input {...register("name")} autoComplete="off" />
      </Field>
      {kind === "admin" ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium">Permissions</legend>
          <Controller
            name="scopes"
            control={control}
            render={({ field }) => (
              <div className="flex flex-wrap gap-x-8 gap-y-2">
                {SCOPES.map(({ value, label, hint }) => (
                  <Checkbox
                    key={value}
                    hint={hint}
                    checked={field.value.includes(value)}
                    onCheckedChange={(isOn) =>
                      field.onChange(isOn ? [...field.value, value] : field.value.filter((scope) => scope !== value))
                    }
                  >
                    {label}
                  </Checkbox>
                ))}
              </div>
            )}
          />
          {errors.scopes && (
            <p role="alert" className="text-destructive text-xs">
              {errors.scopes.message}
            </p>
          )}
        </fieldset>
      ) : (
        <>
          <LinesField
            label="Websites"
            hint={
              hasOrigins
                ? "Browsers can use the key only on these websites. Enter one origin per line."
                : "Enter one origin per line, for example https://docs.example.com. Leave empty to allow server requests only."
            }
            error={errors.allowedOrigins?.message}
            placeholder="https://docs.example.com"
            {...register("allowedOrigins")}
          />
          <LinesField
            label="Reader groups"
            hint="Enter one group per line. Where reader access is on, every caller of the key reads the pages of these groups, without a token."
            error={errors.groups?.message}
            {...register("groups")}
          />
        </>
      )}
      <LinesField
        label="Allowed IP addresses"
        hint="Enter one address or range per line, for example 203.0.113.0/24. Leave empty to allow all addresses."
        error={errors.allowedIps?.message}
        {...register("allowedIps")}
      />
    </>
  );
}
