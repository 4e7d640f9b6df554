import type { Metadata } from "next";
import { api } from "../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../server/trpc/or-not-found.ts";
import { AddressState } from "../../../_components/address-state.tsx";
import { DeprecatedCalls } from "./_components/deprecated-calls.tsx";
import { KeysView } from "./_components/keys-view.tsx";
import { SiteIds } from "./_components/site-ids.tsx";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { key } = await api();
  const [keys, deprecated] = await orNotFound(Promise.all([key.list(site), key.deprecatedCalls(site)]));
  return (
    <AddressState>
      <KeysView first={keys} ids={<SiteIds />}>
        <DeprecatedCalls {...deprecated} />
      </KeysView>
    </AddressState>
  );
}
