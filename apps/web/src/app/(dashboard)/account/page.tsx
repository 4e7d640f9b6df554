import type { Metadata } from "next";
import { PageTitle } from "#components/page-elements.tsx";
import { api } from "#server/trpc/caller.ts";
import { AccountView } from "./_components/account-view.tsx";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { account, session } = await api();
  const [first, providers] = await Promise.all([account.get(), session.providers()]);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <PageTitle title="Account" />
      <AccountView first={first} providers={providers} />
    </div>
  );
}
