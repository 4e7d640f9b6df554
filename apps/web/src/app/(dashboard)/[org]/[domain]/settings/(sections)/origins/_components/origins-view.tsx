"use client";

import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { LinesField, parseLines } from "#components/lines-field.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { KeyRow } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** Which websites may ask the assistant from a browser, key by key. */
export function OriginsView({ first }: { first: KeyRow[] }) {
  const site = useProject();
  const { org, domain, baseUrl } = site;
  const trpc = useTRPC();
  const { data: keys } = useQuery(trpc.key.list.queryOptions({ org, domain }, { initialData: first }));
  const assistantKeys = keys.filter(({ kind, state }) => kind === "assistant" && state === "valid");
  return (
    <SettingsSection
      title="Allowed websites"
      description={
        <>
          Browsers can use an assistant key only on the websites that the key lists. This dashboard (
          <code className="font-mono text-xs">{new URL(baseUrl).origin}</code>) is always allowed. Server requests need
          no entry.
        </>
      }
      isFlush
    >
      {assistantKeys.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted-foreground">
          No assistant keys yet.{" "}
          <Link
            href={`${projectHref(site, "keys")}?new=assistant`}
            className="text-brand underline-offset-2 hover:underline"
          >
            Create key
          </Link>
        </p>
      ) : (
        <ul className="divide-y">
          {assistantKeys.map((row) => (
            <li key={row.id} className="px-4 py-3">
              <OriginsForm row={row} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

/** The websites of one key. */
function OriginsForm({ row }: { row: KeyRow }) {
  const { org, domain, role } = useProject();
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
    update.mutate({ org, domain, id: row.id, allowedOrigins: parseLines(text) });
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
        disabled={!hasRole(role, "admin")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="https://docs.example.com"
      />
      <LeaveGuard isDirty={text !== stored} />
      <RestrictedButton type="submit" size="sm" className="self-end" disabled={text === stored || update.isPending}>
        {update.isPending ? "Saving…" : "Save"}
      </RestrictedButton>
    </form>
  );
}
