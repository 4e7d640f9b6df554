"use client";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/dialog-actions";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { showFormError } from "../../../../_components/show-form-error.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import { toLines } from "../../../../_components/to-lines.ts";
import { KEY_FIELDS, KeyForm } from "./key-form.ts";
import type { KeyRow } from "./key-row.ts";
import { KeySettingsFields } from "./key-settings-fields.tsx";

/** Changes what a key allows. */
export function EditKeyDialog({ row, onSaved, onClose }: { row: KeyRow; onSaved: () => void; onClose: () => void }) {
  const { org, domain } = useSite();
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
      onError: (error) => showFormError<KeyForm>(error, { fields: KEY_FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ name, scopes, allowedOrigins, allowedIps }) =>
    update.mutate({
      ...{ org, domain, id: row.id, name, allowedIps: toLines(allowedIps) },
      ...(row.kind === "admin" ? { scopes } : { allowedOrigins: toLines(allowedOrigins) }),
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
