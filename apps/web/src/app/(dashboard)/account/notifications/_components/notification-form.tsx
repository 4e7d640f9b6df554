"use client";

import { Button } from "@docsteward/ui/button";
import { CopyButton } from "@docsteward/ui/copy";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { Card } from "@docsteward/ui/layout";
import { Switch } from "@docsteward/ui/switch";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { NotificationSettings } from "#trpc/types.ts";

const KINDS = [
  { kind: "review", label: "Pull request to review", hint: "A job opened a pull request." },
  { kind: "job", label: "Job failed", hint: "Jobs that fail together are one message." },
  { kind: "budget", label: "Budget nearly used", hint: "At 80 % of a month's budget, and when it is used up." },
  { kind: "index", label: "Index failed", hint: "Once, until the index is updated again." },
  { kind: "digest", label: "Weekly digest", hint: "On Monday morning: the week, and what needs you." },
] as const;

type Kind = (typeof KINDS)[number]["kind"];
type Channel = "email" | "webhook";

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: "email", label: "Email" },
  { channel: "webhook", label: "Webhook" },
];

/** What a person hears of, and how: a switch for each kind and channel. */
export function NotificationForm({ first }: { first: NotificationSettings }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: saved } = useQuery(trpc.notification.get.queryOptions(undefined, { initialData: first }));
  const [values, setValues] = useState({ ...choicesOf(first) });
  const isDirty = JSON.stringify(values) !== JSON.stringify(choicesOf(saved));
  const save = useMutation(
    trpc.notification.save.mutationOptions({
      onSuccess: () => {
        toast.success("Notifications saved.");
        return queryClient.invalidateQueries(trpc.notification.get.pathFilter());
      },
    }),
  );
  const toggle = (channel: Channel, kind: Kind, isOn: boolean) =>
    setValues((before) => {
      const others = before[channel].filter((name) => name !== kind);
      const kinds = KINDS.map(({ kind }) => kind).filter((name) => others.includes(name) || (isOn && name === kind));
      return { ...before, [channel]: kinds };
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    save.mutate({ ...values, webhookUrl: values.webhookUrl.trim() || null, timeZone });
  };
  const hasMail = saved.address !== null;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5" aria-label="Notifications">
      <LeaveGuard isDirty={isDirty} />
      <Card role="region" aria-label="What to notify me of">
        <table className="w-full text-left">
          <caption className="sr-only">What to notify me of, by channel</caption>
          <thead className="border-b text-muted-foreground text-xs">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                What
              </th>
              {CHANNELS.map(({ channel, label }) => (
                <th key={channel} scope="col" className="w-20 px-2 py-2 text-center font-medium last:pr-4">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {KINDS.map(({ kind, label, hint }) => (
              <tr key={kind}>
                <th scope="row" className="px-4 py-2.5 font-medium">
                  {label}
                  <span className="block font-normal text-muted-foreground text-xs">{hint}</span>
                </th>
                {CHANNELS.map(({ channel, label: name }) => (
                  <td key={channel} className="px-2 py-2.5 last:pr-4">
                    <Switch
                      className="mx-auto"
                      aria-label={`${label} by ${name.toLowerCase()}`}
                      checked={values[channel].includes(kind)}
                      disabled={channel === "email" && !hasMail}
                      onCheckedChange={(isOn) => toggle(channel, kind, isOn)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card role="region" aria-label="Email" className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold text-[0.9375rem]">Email</h2>
          <p className="mt-0.5 break-words text-muted-foreground">
            {hasMail
              ? `Sent to ${saved.address}. Each mail has a link that stops it.`
              : "This installation sends no mail. Its operator must set SMTP_URL and SMTP_FROM."}
          </p>
        </div>
        <TestButton channel="email" isDisabled={!hasMail} />
      </Card>
      <Card role="region" aria-label="Webhook" className="flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="font-semibold text-[0.9375rem]">Webhook</h2>
            <p className="mt-0.5 text-muted-foreground">A signed message to your URL.</p>
          </div>
          <TestButton channel="webhook" isDisabled={saved.webhookUrl === null || isDirty} />
        </div>
        <Field label="URL" isOptional>
          <Input
            type="url"
            placeholder="https://example.com/hooks"
            value={values.webhookUrl}
            onChange={(event) => setValues({ ...values, webhookUrl: event.target.value })}
          />
        </Field>
        {saved.webhookSecret !== null && (
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 text-muted-foreground text-xs">
              Messages are signed as Standard Webhooks, with your signing secret.
            </p>
            <CopyButton value={saved.webhookSecret} label="Copy signing secret" />
          </div>
        )}
      </Card>
      <FormError message={save.error?.message} />
      <Button type="submit" variant="primary" className="self-start" disabled={!isDirty || save.isPending}>
        {save.isPending ? "Saving…" : "Save"}
      </Button>
    </form>
  );
}

function choicesOf({ email, webhook, webhookUrl }: NotificationSettings) {
  return { email, webhook, webhookUrl: webhookUrl ?? "" };
}

/** Sends a test with the saved settings, and says what came of it. */
function TestButton({ channel, isDisabled }: { channel: Channel; isDisabled: boolean }) {
  const test = useMutation(
    useTRPC().notification.test.mutationOptions({
      onSuccess: () => void toast.success(channel === "email" ? "Test mail sent." : "Test message delivered."),
      onError: (error) => void toast.error(error.message),
    }),
  );
  return (
    <Button size="sm" disabled={isDisabled || test.isPending} onClick={() => test.mutate({ channel })}>
      {channel === "email" ? "Send test mail" : "Send test message"}
    </Button>
  );
}
