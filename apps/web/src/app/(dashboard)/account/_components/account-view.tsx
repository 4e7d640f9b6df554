"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Card } from "@docsteward/ui/layout";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { findFault } from "#components/form-fault.ts";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { NewPasswordField } from "#components/new-password-field.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Account, OwnClients, Providers } from "#trpc/types.ts";

/** What belongs to the person who is signed in, whatever they are a member of. */
export function AccountView({ first, providers, apps }: { first: Account; providers: Providers; apps: OwnClients }) {
  const { data } = useQuery(useTRPC().account.get.queryOptions(undefined, { initialData: first }));
  const hasPassword = data.accounts.some(({ providerId }) => providerId === "credential");
  return (
    <>
      <NameForm name={data.user.name} email={data.user.email} />
      <AccountSection
        title="Notifications"
        description="Email or a webhook when a pull request needs you, a job fails or a budget runs low."
        actions={
          <Link href="/account/notifications" className={buttonClasses({ size: "sm" })}>
            Choose notifications
          </Link>
        }
      />
      <PasswordForm hasPassword={hasPassword} />
      {providers.length > 0 && <Accounts accounts={data.accounts} providers={providers} />}
      <Sessions sessions={data.sessions} />
      <ConnectedApps first={apps} />
    </>
  );
}

/** One subject of the account page. */
function AccountSection(props: { title: string; description?: string; actions?: ReactNode; children?: ReactNode }) {
  return (
    <Card role="region" aria-label={props.title}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 not-last:border-b">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold text-[0.9375rem]">{props.title}</h2>
          {props.description && <p className="mt-0.5 text-muted-foreground">{props.description}</p>}
        </div>
        {props.actions}
      </div>
      {props.children}
    </Card>
  );
}

type Props = { accounts: Account["accounts"]; providers: Providers };

/** The providers that a person may sign in through, linked or not. */
function Accounts({ accounts, providers }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onError = (error: { message: string }) => void toast.error(error.message);
  const link = useMutation(
    trpc.account.link.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url), onError }),
  );
  const unlink = useMutation(
    trpc.account.unlink.mutationOptions({
      onError,
      onSettled: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
    }),
  );
  return (
    <AccountSection title="Linked accounts" description="Other ways to sign in to your account.">
      <ul className="divide-y">
        {providers.map(({ id, name }) => {
          const isLinked = accounts.some(({ providerId }) => providerId === id);
          return (
            <li key={id} className="flex items-center gap-3 px-4 py-2.5">
              <p className="flex-1 font-medium">{name}</p>
              {isLinked ? (
                <Button size="sm" disabled={unlink.isPending} onClick={() => unlink.mutate({ providerId: id })}>
                  Unlink {name}
                </Button>
              ) : (
                <Button size="sm" disabled={link.isPending} onClick={() => link.mutate({ provider: id })}>
                  Link {name}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </AccountSection>
  );
}

/** The name that others see; the address is what one signs in with. */
function NameForm({ name, email }: { name: string; email: string }) {
  const router = useRouter();
  const [entered, setEntered] = useState(name);
  const [fault, setFault] = useState<string>();
  const rename = useMutation(
    useTRPC().account.rename.mutationOptions({
      onSuccess: () => {
        toast.success("Name saved.");
        router.refresh();
      },
    }),
  );
  return (
    <AccountSection title="Profile">
      <form
        noValidate
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          const found = findFault(event.currentTarget);
          setFault(found);
          if (found === undefined) rename.mutate({ name: entered });
        }}
      >
        <Field label="Name" hint="Members of your organizations see this name next to your activity.">
          <Input autoComplete="name" required maxLength={100} value={entered} onValueChange={setEntered} />
        </Field>
        <Field label="Email address">
          <Input value={email} readOnly />
        </Field>
        <LeaveGuard isDirty={entered !== name} />
        <FormError message={fault ?? rename.error?.message} />
        <Button type="submit" className="self-start" disabled={rename.isPending}>
          Save
        </Button>
      </form>
    </AccountSection>
  );
}

/** Changes the password, or sets the first one of a person who signs in through a provider. */
function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: () => {
        toast.success("Password saved. All other browsers are signed out.");
        form.current?.reset();
        return queryClient.invalidateQueries(trpc.account.get.pathFilter());
      },
    }),
  );
  return (
    <AccountSection title="Password" description="A new password signs out all other browsers.">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          const found = findFault(event.currentTarget);
          setFault(found);
          if (found !== undefined) return;
          const data = new FormData(event.currentTarget);
          change.mutate({ current: String(data.get("current") ?? ""), next: String(data.get("next")) });
        }}
      >
        {hasPassword && (
          <Field label="Current password">
            <Input name="current" type="password" autoComplete="current-password" required />
          </Field>
        )}
        <NewPasswordField label="New password" name="next" />
        <FormError message={fault ?? change.error?.message} />
        <Button type="submit" className="self-start" disabled={change.isPending}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
      </form>
    </AccountSection>
  );
}

/** The browsers that are signed in, and a way to sign them out. */
function Sessions({ sessions }: { sessions: Account["sessions"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = {
    onError: (error: { message: string }) => void toast.error(error.message),
    onSettled: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
  };
  const revoke = useMutation(trpc.account.revokeSession.mutationOptions(options));
  const revokeOthers = useMutation(trpc.account.revokeOthers.mutationOptions(options));
  return (
    <AccountSection
      title="Sessions"
      description="Browsers that are signed in to your account."
      actions={
        sessions.length > 1 && (
          <Button size="sm" disabled={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            Sign out all other browsers
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {sessions.map(({ id, isCurrent, address, userAgent, seenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex items-center gap-2 font-medium">
                {browserName(userAgent)}
                {isCurrent && <Badge tone="success">This browser</Badge>}
              </p>
              <p className="text-muted-foreground text-xs">
                {address && `${address} · `}
                <RelativeTime at={seenAt} />
              </p>
            </div>
            {!isCurrent && (
              <Button size="sm" variant="ghost" disabled={revoke.isPending} onClick={() => revoke.mutate({ id })}>
                Sign out<span className="sr-only"> {browserName(userAgent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}

/** The apps that the person connected to documentation sites, each with a way to end its access. */
function ConnectedApps({ first }: { first: OwnClients }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.clientSignIn.own.queryOptions(undefined, { initialData: first }));
  const revoke = useMutation(
    trpc.clientSignIn.revokeOwn.mutationOptions({
      onError: (error) => void toast.error(error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.clientSignIn.own.queryFilter()),
    }),
  );
  if (data.length === 0) return null;
  return (
    <AccountSection title="Connected apps" description="Apps and agents that call documentation sites in your name.">
      <ul className="divide-y">
        {data.map(({ id, name, host, site, scopes, lastUsedAt, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere font-medium">
                {name} <span className="font-normal text-muted-foreground text-xs">{host ?? "registered itself"}</span>
              </p>
              <p className="text-muted-foreground text-xs">
                {site} · {scopes.includes("write") ? "reads and starts work" : "reads"} · used{" "}
                <RelativeTime at={lastUsedAt ?? createdAt} />
              </p>
            </div>
            <Button size="sm" variant="ghost" disabled={revoke.isPending} onClick={() => revoke.mutate({ id })}>
              End access<span className="sr-only"> of {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}

// The order counts: most browsers also name the ones they descend from.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a person knows their browser by: "Firefox on Windows". */
export function browserName(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}
