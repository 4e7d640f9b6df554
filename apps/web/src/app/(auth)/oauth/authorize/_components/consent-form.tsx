"use client";

import { Button, buttonClasses } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { FormError } from "@docsteward/ui/form-error";
import { Card } from "@docsteward/ui/layout";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AuthTitle } from "#app/(auth)/_components/auth-title.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Consent } from "#trpc/types.ts";

type Props = { consent: Consent; query: Record<string, string>; me: { name: string; email: string } | null };

/** Says who asks for what, and where the answer goes. Everything that the program says of itself is shown as text. */
export function ConsentForm({ consent, query, me }: Props) {
  const { client, site, server, by, scopes, redirectTo, denyUrl } = consent;
  const trpc = useTRPC();
  const [mayWrite, setWrite] = useState(scopes.includes("write"));
  // The address may be a program's own, which a form of this page may not lead to.
  const onSuccess = ({ url }: { url: string }) => window.location.assign(url);
  const approve = useMutation(trpc.clientSignIn.approve.mutationOptions({ onSuccess }));
  const start = useMutation(trpc.clientSignIn.start.mutationOptions({ onSuccess }));
  const isBusy = [approve, start].some(({ isPending, isSuccess }) => isPending || isSuccess);
  const allow = () => {
    if (by.kind === "oidc") return start.mutate({ query });
    return approve.mutate({ query, scopes: scopes.filter((scope) => scope !== "write" || mayWrite) });
  };
  return (
    <>
      <AuthTitle title={`Connect ${client.name} to ${site}?`}>
        {by.kind === "oidc" ? `Next, you sign in at ${by.host}.` : `You are signed in as ${me?.name} (${me?.email}).`}
      </AuthTitle>
      <Card role="region" aria-label="What the app asks for" className="flex flex-col divide-y">
        <Fact label="App">
          <span className="wrap-anywhere">{client.name}</span>
          <span className="block text-muted-foreground text-xs">
            {client.host === null
              ? "It registered itself: nobody vouches for its name."
              : `Vouched for by ${client.host}`}
          </span>
        </Fact>
        <Fact label="It will be able to">
          <ul className="flex flex-col gap-1">
            {server === "readers" ? (
              <>
                <li>search and read the pages of {site} that you may read</li>
                <li>ask questions, and rate answers</li>
              </>
            ) : (
              <li>see jobs, pull requests, gaps and the index of {site}</li>
            )}
            {scopes.includes("write") && (
              <li>
                <Checkbox checked={mayWrite} onCheckedChange={setWrite} hint="It never merges: people do.">
                  start and cancel jobs, and change gaps
                </Checkbox>
              </li>
            )}
          </ul>
        </Fact>
        <Fact label="Then you go back to">
          <span className="font-mono text-xs wrap-anywhere">{redirectTo}</span>
        </Fact>
      </Card>
      <Warnings consent={consent} />
      <FormError message={(approve.error ?? start.error)?.message} />
      <div className="flex flex-col gap-2">
        <Button variant="primary" disabled={isBusy} onClick={allow}>
          {by.kind === "oidc" ? `Allow, and sign in at ${by.host}` : "Allow"}
        </Button>
        <a href={denyUrl} rel="noreferrer" className={buttonClasses({})}>
          Cancel
        </a>
      </div>
      <p className="text-muted-foreground text-xs">
        {by.kind === "oidc"
          ? "A person who looks after the site can end this access."
          : "You can end this access under Account, Connected apps."}
      </p>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 px-4 py-3">
      <p className="text-muted-foreground text-xs">{label}</p>
      <div>{children}</div>
    </div>
  );
}

function Warnings({ consent: { client, isOnThisComputer, redirectTo } }: { consent: Consent }) {
  const isElsewhere = !isOnThisComputer && client.host !== null && client.host !== redirectTo;
  const sentences = [
    ...(isOnThisComputer
      ? [
          "The answer goes to a program on this computer. Another program here could pretend to be this app: continue only if you have just started to connect it yourself.",
        ]
      : []),
    ...(client.isKnown ? [] : ["This app isn't one that we know. Continue only if you trust it."]),
    ...(isElsewhere ? [`The answer goes to ${redirectTo}, which isn't ${client.host}.`] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <div
      role="note"
      className="flex flex-col gap-1 rounded-md border border-warning/40 bg-warning/10 px-3 py-2 text-xs"
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
