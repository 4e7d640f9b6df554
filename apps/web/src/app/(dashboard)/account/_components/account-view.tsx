"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../trpc/api.ts";
import type { Account, Providers } from "./account.ts";
import { Accounts } from "./accounts.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

/** What belongs to the person who is signed in, whatever they are a member of. */
export function AccountView({ first, providers }: { first: Account; providers: Providers }) {
  const { data } = useQuery(useTRPC().account.get.queryOptions(undefined, { initialData: first }));
  const hasPassword = data.accounts.some(({ providerId }) => providerId === "credential");
  return (
    <>
      <NameForm name={data.user.name} email={data.user.email} />
      <PasswordForm hasPassword={hasPassword} />
      {providers.length > 0 && <Accounts accounts={data.accounts} providers={providers} />}
      <Sessions sessions={data.sessions} />
    </>
  );
}
