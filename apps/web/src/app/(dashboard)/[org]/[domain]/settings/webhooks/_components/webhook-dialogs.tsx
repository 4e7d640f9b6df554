"use client";

import { WEBHOOK_EVENT_TYPES } from "@docsteward/contract/webhook-event";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, Input } from "@docsteward/ui/field";
import { DialogActions } from "@docsteward/ui/layout";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Webhook } from "#trpc/types.ts";
import { EVENT_LABELS } from "./webhook-labels.tsx";

/** Makes an endpoint, and then shows its secret; or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.webhook.list.queryFilter({ org, domain }));
  const create = useMutation(
    trpc.webhook.create.mutationOptions({
      onSuccess: ({ secret }) => {
        void refresh();
        if (secret !== null) return;
        toast.success("Endpoint added.");
        onClose();
      },
    }),
  );
  const update = useMutation(
    trpc.webhook.update.mutationOptions({
      onSuccess: () => {
        toast.success("Saved.");
        void refresh();
        onClose();
      },
    }),
  );
  if (create.data && create.data.secret !== null) {
    return <RevealSecretDialog title="Endpoint added" secret={create.data.secret} onClose={onClose} />;
  }
  return (
    <WebhookFormDialog
      title={webhook ? "Edit endpoint" : "Add endpoint"}
      first={webhook?.format === "slack" ? { ...webhook, url: "" } : (webhook ?? { url: "", events: [] })}
      isNew={!webhook}
      isUrlKept={webhook?.format === "slack"}
      isPending={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(values) =>
        webhook
          ? update.mutate({ org, domain, id: webhook.id, url: values.url || undefined, events: values.events })
          : create.mutate({ org, domain, ...values })
      }
      onClose={onClose}
    />
  );
}

const FORMATS = [
  { value: "standard", label: "Signed JSON", hint: "For services of your own." },
  { value: "slack", label: "Slack message", hint: "For an incoming webhook of a Slack channel." },
] as const;

const CHOICES = [
  { value: "all", label: "All events", hint: "Includes events added later." },
  { value: "some", label: "Selected events" },
] as const;

type Values = { url: string; events: string[]; format?: "standard" | "slack" };
type Props = {
  title: string;
  first: Values;
  /** A new endpoint's format can be chosen. */
  isNew?: boolean;
  /** An empty URL keeps the stored one, which people can't see. */
  isUrlKept?: boolean;
  isPending: boolean;
  error: { message: string } | null;
  onSubmit: (values: Values) => void;
  onClose: () => void;
};

/** The URL of an endpoint, and the events that it gets. */
export function WebhookFormDialog({ title, first, isNew, isUrlKept, isPending, error, onSubmit, onClose }: Props) {
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState<string[]>(first.events);
  const [choice, setChoice] = useState<"all" | "some">(first.events.length === 0 ? "all" : "some");
  const [format, setFormat] = useState<"standard" | "slack">("standard");
  const isComplete = (url.trim() !== "" || isUrlKept === true) && (choice === "all" || events.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onSubmit({ url: url.trim(), events: choice === "all" ? [] : events, ...(isNew && { format }) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title}>
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <Field
            label="URL"
            error={error?.message}
            hint={
              isUrlKept
                ? "Leave empty to keep the current URL."
                : "Receives a POST request for each event. Must respond with 2xx within 5 seconds."
            }
          >
            <Input
              value={url}
              onValueChange={setUrl}
              type="url"
              inputMode="url"
              placeholder="https://example.com/hooks"
              className="font-mono text-xs"
            />
          </Field>
          {isNew && (
            <Field label="Format">
              <RadioGroup choices={FORMATS} value={format} onChange={setFormat} />
            </Field>
          )}
          <Field label="Events">
            <RadioGroup choices={CHOICES} value={choice} onChange={setChoice} />
          </Field>
          {choice === "some" && (
            <fieldset className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
              <legend className="sr-only">Selected events</legend>
              {WEBHOOK_EVENT_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  checked={events.includes(type)}
                  onCheckedChange={(isOn) =>
                    setEvents(isOn ? [...events, type] : events.filter((candidate) => candidate !== type))
                  }
                  hint={EVENT_LABELS[type]}
                >
                  <code className="font-mono text-xs">{type}</code>
                </Checkbox>
              ))}
            </fieldset>
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={isPending || !isComplete}>
              {isPending ? "Saving…" : "Save"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const VERIFY = `import { Webhook } from "standardwebhooks";

// Throws if the signature is invalid. \`body\` is the raw request body.
const event = new Webhook(WEBHOOK_SECRET).verify(body, headers);`;

/** Shows the secret of an endpoint, this once, and how deliveries are checked with it. */
export function RevealSecretDialog(props: {
  title: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  useUnloadGuard(true);
  return (
    // Left by its own button alone: a click beside it must not lose the secret.
    <Dialog open>
      <DialogContent title={props.title} hasClose={false}>
        <div className="flex flex-col gap-4">
          <SecretBox
            value={props.secret}
            label="Copy secret"
            words="Copy the signing secret now. It is stored encrypted and can't be shown again."
          />
          {props.children}
          <CodeBlock code={VERIFY} label="Copy code" />
        </div>
        <DialogActions className="mt-4">
          <Button variant="primary" onClick={props.onClose}>
            Done
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
