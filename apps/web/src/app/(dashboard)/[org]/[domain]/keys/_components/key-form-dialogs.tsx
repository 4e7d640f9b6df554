"use client";

import { KEY_LIFETIMES } from "@docsteward/contract/key";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, FormError } from "@docsteward/ui/field";
import { DialogActions } from "@docsteward/ui/layout";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
import { parseLines } from "#components/lines-field.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CreatedKey, KeyRow } from "#trpc/types.ts";
import { KEY_FIELDS, KeyForm, KeySettingsFields } from "./key-form.tsx";

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
