"use client";
import { Button } from "@docsteward/ui/button";
import { ErrorState } from "@docsteward/ui/error-state";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { RestrictedButton } from "../../../../_components/restricted-button.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { FirstKey } from "./first-key.tsx";
import type { KeyAction } from "./key-action.ts";
import type { KeyRow } from "./key-row.ts";
import { KeySection } from "./key-section.tsx";

const KeyDialogs = dynamic(() => import("./key-dialogs.tsx").then((loaded) => loaded.KeyDialogs), { ssr: false });

const SEARCH = { ended: parseAsBoolean.withDefault(false), new: parseAsStringLiteral(["admin", "assistant"] as const) };

/** Both kinds of keys, and all that can be done with them. */
export function KeysView({ first, ids, children }: { first: KeyRow[]; ids: ReactNode; children: ReactNode }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.key.list.queryOptions({ org, domain }, { initialData: first, refetchInterval: 30_000, staleTime: 10_000 }),
  );
  const [search, setSearch] = useQueryStates(SEARCH);
  const [action, setAction] = useState<KeyAction | null>(null);
  const keys = query.data;
  const ended = keys.filter(({ state }) => state !== "valid");
  const shown = search.ended ? keys : keys.filter(({ state }) => state === "valid");
  // A link such as the palette's opens the form: ?new=admin.
  const asked: KeyAction | null = search.new ? { kind: "create", of: search.new } : null;
  const sections = { keys: shown, onAction: setAction };
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title="API keys">
        <RestrictedButton variant="primary" onClick={() => setAction({ kind: "create", of: "admin" })}>
          <Plus aria-hidden />
          Create key
        </RestrictedButton>
      </PageTitle>
      {ids}
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      {children}
      {keys.length === 0 ? (
        <FirstKey onCreate={(of) => setAction({ kind: "create", of })} />
      ) : (
        <>
          <KeySection
            {...sections}
            kind="admin"
            title="Admin keys"
            purpose="Secret. For servers. Start and read jobs in every project of the organization."
          />
          <KeySection
            {...sections}
            kind="assistant"
            title="Assistant keys"
            purpose="Public. Safe in browsers. Ask this project's assistant from the websites listed on each key."
          />
          {ended.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              className="self-start"
              aria-expanded={search.ended}
              onClick={() => setSearch({ ended: search.ended ? null : true })}
            >
              {search.ended ? "Hide" : "Show"} {ended.length} inactive {ended.length === 1 ? "key" : "keys"}
            </Button>
          )}
        </>
      )}
      {(action ?? asked) && (
        <KeyDialogs
          action={action ?? asked}
          onClose={() => {
            setAction(null);
            if (search.new) void setSearch({ new: null });
          }}
        />
      )}
    </div>
  );
}
