"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { partHref } from "../../../../../_components/site-parts.ts";
import type { KeyRow } from "../../../keys/_components/key-row.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { OriginsForm } from "./origins-form.tsx";

/** Which websites may ask the assistant from a browser, key by key. */
export function OriginsView({ first }: { first: KeyRow[] }) {
  const site = useSite();
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
            href={`${partHref(site, "keys")}?new=assistant`}
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
