"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { CodeBlock } from "@docsteward/ui/copy";
import { Field, Input } from "@docsteward/ui/field";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { SlackCommandState } from "#trpc/types.ts";
import { AdminFields, FormFooter } from "../../(sections)/_components/settings-form.tsx";
import { SettingsSection } from "../../(sections)/_components/settings-section.tsx";

const SEEN_BY = [
  { value: "asker", label: "The person who asks", hint: "Nobody else in the channel sees the answer." },
  { value: "channel", label: "Everyone in the channel" },
] as const;

/** Lets people ask the assistant from Slack with a command. */
export function SlackCommand({ first }: { first: SlackCommandState }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.slack.get.queryOptions({ org, domain }, { initialData: first }));
  const { settings, manifest } = data;
  const [signingSecret, setSigningSecret] = useState("");
  const [chosen, setChosen] = useState<"asker" | "channel" | null>(null);
  const stored = settings?.isPublic ? "channel" : "asker";
  const seenBy = chosen ?? stored;
  const refresh = () => queryClient.invalidateQueries(trpc.slack.get.queryFilter({ org, domain }));
  const save = useMutation(
    trpc.slack.set.mutationOptions({
      onSuccess: () => {
        toast.success("Saved.");
        setSigningSecret("");
        setChosen(null);
        void refresh();
      },
    }),
  );
  const clear = useMutation(
    trpc.slack.clear.mutationOptions({
      onSuccess: () => void toast.success("Questions from Slack are refused."),
      onError: ({ message }) => void toast.error(message),
      onSettled: refresh,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secret = signingSecret.trim();
    save.mutate({ org, domain, isPublic: seenBy === "channel", ...(secret !== "" && { signingSecret: secret }) });
  };
  return (
    <SettingsSection
      title="Ask from Slack"
      description="People in your Slack workspace ask the assistant with a command such as /docs how do I sign in?"
      actions={
        settings && (
          <ConfirmDialog
            trigger={
              <RestrictedButton size="sm" variant="destructive" disabled={clear.isPending}>
                Turn off
              </RestrictedButton>
            }
            title="Refuse questions from Slack?"
            action="Turn off"
            isDestructive
            onConfirm={() => clear.mutate({ org, domain })}
          >
            This deletes the signing secret. The Slack app stays in your workspace.
          </ConfirmDialog>
        )
      }
    >
      <form onSubmit={submit} noValidate aria-label="Ask from Slack" className="flex flex-col gap-4">
        {settings === null && (
          <div className="flex min-w-0 flex-col gap-2">
            <p>
              At <span className="font-mono text-xs">api.slack.com/apps</span>, choose <em>Create New App</em> and{" "}
              <em>From a manifest</em>, paste this as JSON, and install the app. Then copy its signing secret from{" "}
              <em>Basic Information</em>.
            </p>
            <CodeBlock code={manifest} label="Copy manifest" />
          </div>
        )}
        <AdminFields columns={1}>
          <Field
            label="Signing secret"
            error={save.error?.message}
            hint={settings ? "Leave empty to keep the current secret." : "It is stored encrypted."}
          >
            <Input
              value={signingSecret}
              onValueChange={setSigningSecret}
              type="password"
              autoComplete="off"
              className="font-mono text-xs"
            />
          </Field>
          <Field label="Who sees an answer">
            <RadioGroup choices={SEEN_BY} value={seenBy} onChange={setChosen} />
          </Field>
        </AdminFields>
        <FormFooter
          isDirty={signingSecret.trim() !== "" || (settings !== null && seenBy !== stored)}
          isPending={save.isPending}
        >
          {settings?.lastAskedAt ? (
            <>
              Last question: <RelativeTime at={settings.lastAskedAt} />.
            </>
          ) : (
            "No question has come from Slack yet."
          )}
        </FormFooter>
      </form>
    </SettingsSection>
  );
}
