import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api } from "#server/trpc/caller.ts";
import { AccountView } from "./_components/account-view.tsx";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { account, session, clientSignIn } = await api();
  const [first, providers, apps] = await Promise.all([account.get(), session.providers(), clientSignIn.own()]);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <div className="flex flex-col gap-1">
        <BackLink href="/">All projects</BackLink>
        <PageTitle title="Account" />
      </div>
      <AccountView first={first} providers={providers} apps={apps} />
    </div>
  );
}
