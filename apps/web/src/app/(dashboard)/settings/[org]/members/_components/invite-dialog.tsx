"use client";

import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMembership } from "#components/project-context.tsx";
import type { Role } from "#server/trpc/init.ts";
import { useTRPC } from "#trpc/client.tsx";
import { roleChoices } from "./role-choices.ts";

/** The window in which an invitation is made. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Invite a member"
        description="Create a link that one person can use within seven days. Share the link yourself: Docsteward doesn't email it."
      >
        <InviteForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

/** Asks for role and address, then shows the link. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const { org, role: mine } = useMembership();
  const [role, setRole] = useState<Role>("member");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const invite = useMutation(
    trpc.member.invite.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.member.invitations.pathFilter()),
    }),
  );
  if (invite.data) {
    return (
      <div className="flex flex-col gap-3">
        <p>
          Copy the link now. It isn't shown again. The person who opens it creates an account or joins with an existing
          one.
        </p>
        <CodeBlock code={invite.data.url} label="Copy link" />
        <DialogActions className="mt-4">
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const email = String(new FormData(event.currentTarget).get("email")).trim();
        invite.mutate({ org, role, email: email || undefined });
      }}
    >
      <Field label="Role">
        <Select<Role> choices={roleChoices(mine)} value={role} onChange={setRole} />
      </Field>
      <Field label="Email address" isOptional hint="If set, only an account with this email address can use the link.">
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <FormError message={invite.error?.message} />
      <DialogActions className="mt-4">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={invite.isPending}>
          Create link
        </Button>
      </DialogActions>
    </form>
  );
}
