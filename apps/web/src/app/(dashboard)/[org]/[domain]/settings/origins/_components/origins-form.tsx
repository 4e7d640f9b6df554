"use client";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { LinesField } from "../../../../../_components/lines-field.tsx";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { mayAct, useSite } from "../../../../../_components/site-context.tsx";
import { toLines } from "../../../../../_components/to-lines.ts";
import type { KeyRow } from "../../../keys/_components/key-row.ts";

/** The websites of one key. */
export function OriginsForm({ row }: { row: KeyRow }) {
  const { org, domain, role } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const stored = row.allowedOrigins.join("\n");
  const [text, setText] = useState(stored);
  const update = useMutation(
    trpc.key.update.mutationOptions({
      onSuccess: ({ allowedOrigins }) => {
        toast.success("Saved. Applies to new requests.");
        setText(allowedOrigins.join("\n"));
        void queryClient.invalidateQueries(trpc.key.list.queryFilter({ org, domain }));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ org, domain, id: row.id, allowedOrigins: toLines(text) });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={row.name} className="flex flex-col gap-2">
      <LinesField
        label={row.name}
        hint={
          text.trim() === ""
            ? `${row.hint} · server requests only. Enter one origin per line, for example https://docs.example.com.`
            : row.hint
        }
        error={update.error?.message}
        disabled={!mayAct(role, "admin")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="https://docs.example.com"
      />
      <RestrictedButton type="submit" size="sm" className="self-end" disabled={text === stored || update.isPending}>
        {update.isPending ? "Saving…" : "Save"}
      </RestrictedButton>
    </form>
  );
}
