"use client";
import { Prompt } from "@docsteward/contract/job";
import { fillVariables } from "@docsteward/contract/prompt-variables";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@docsteward/ui/dialog";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { Kbd } from "@docsteward/ui/kbd";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { ErrorState } from "@docsteward/ui/states";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { newJobDraft, readDraft, writeDraft } from "#components/draft.ts";
import { takeTyped } from "#components/keyboard/keyboard.tsx";
import { useModKey } from "#components/keyboard/use-shortcuts.ts";
import { useTRPC } from "#trpc/client.tsx";
import { type SavedPrompt, SavedPrompts, VariableFields, variablesOf } from "./saved-prompts.tsx";

const Form = z.object({
  prompt: Prompt,
  model: z.string().nullable(),
  branch: z.string().trim().max(300),
  asDraft: z.boolean(),
});
type Form = z.infer<typeof Form>;

const EXAMPLE = "Explain how to rotate an API key, in the security guide.";
const OFFLINE_EXAMPLE = 'replace "Old name" with "New name" everywhere';

type Props = { site: { org: string; domain: string }; onClose: () => void };

/** Asks what the agent is to do, and goes to the job once it is made. */
export function NewJobDialog({ site, onClose }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const { data: options } = useQuery(trpc.job.createOptions.queryOptions(site, { staleTime: 60_000 }));
  const draftKey = newJobDraft(site);
  const create = useMutation(
    trpc.job.create.mutationOptions({
      onSuccess: ({ id }) => {
        writeDraft(draftKey, "");
        router.push(`/${site.org}/${site.domain}/jobs/${id}`);
      },
    }),
  );
  const { control, register, handleSubmit, formState, watch, getValues, setValue } = useForm<Form>({
    resolver: zodResolver(Form),
    defaultValues: { prompt: readDraft(draftKey), model: null, branch: "", asDraft: false },
  });
  const { errors } = formState;
  const [chosen, setChosen] = useState<SavedPrompt | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [isChecked, setIsChecked] = useState(false);
  const variables = variablesOf(chosen, watch("prompt"));
  const choose = (saved: SavedPrompt | null) => {
    setChosen(saved);
    setIsChecked(false);
    if (saved === null) return;
    setValue("prompt", saved.prompt);
    writeDraft(draftKey, saved.prompt);
  };
  const submit = handleSubmit(({ prompt: entered, model, branch, asDraft }) => {
    setIsChecked(true);
    if (variables.some((name) => !values[name]?.trim())) return;
    const filled = Object.fromEntries(variables.map((name) => [name, values[name]?.trim() ?? ""]));
    const prompt = fillVariables(entered, filled);
    create.mutate({ ...site, prompt, asDraft, model: model ?? undefined, branch: branch || undefined });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !isBusy) void submit();
  };
  const takeKeys = ({ currentTarget: field }: FocusEvent<HTMLTextAreaElement>) => {
    const typed = takeTyped();
    if (typed === "") return;
    const prompt = getValues("prompt") + typed;
    setValue("prompt", prompt);
    writeDraft(draftKey, prompt);
    field.setSelectionRange(prompt.length, prompt.length);
  };
  const model = watch("model") ?? options?.defaultModel;
  const modKey = useModKey();
  const isBusy = create.isPending || create.isSuccess;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New job" description="The agent edits the documentation and opens a pull request.">
        <form onSubmit={submit} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          <Field
            label="What should be done?"
            error={errors.prompt?.message}
            hint={model === "offline" && <OfflineHint site={site} />}
          >
            <Textarea
              autoFocus
              height="tall"
              placeholder={model && (model === "offline" ? OFFLINE_EXAMPLE : EXAMPLE)}
              aria-invalid={errors.prompt !== undefined}
              onFocus={takeKeys}
              {...register("prompt", { onChange: ({ target }) => writeDraft(draftKey, target.value) })}
            />
          </Field>
          <SavedPrompts site={site} prompt={watch("prompt")} chosen={chosen} onChoose={choose} />
          <VariableFields names={variables} values={values} isChecked={isChecked} onChange={setValues} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Model">
              <Controller
                control={control}
                name="model"
                render={({ field: { value, onChange, onBlur } }) => (
                  <Select
                    choices={(options?.models ?? []).map((name) => ({ value: name, label: name }))}
                    value={value ?? options?.defaultModel ?? null}
                    onChange={onChange}
                    onBlur={onBlur}
                    isWide
                  />
                )}
              />
            </Field>
            <Field
              label="Branch"
              isOptional
              error={errors.branch?.message}
              hint={`New branches start from ${options?.baseRef ?? "the base branch"}; an existing branch is continued.`}
            >
              <Input placeholder="Named by the agent" spellCheck={false} {...register("branch")} />
            </Field>
          </div>
          <Controller
            control={control}
            name="asDraft"
            render={({ field: { value, onChange } }) => (
              <Checkbox checked={value} onCheckedChange={onChange}>
                Open the pull request as a draft
              </Checkbox>
            )}
          />
          {create.error && <ErrorState message={create.error.message} />}
          <DialogActions>
            <DialogClose render={<Button variant="ghost">Cancel</Button>} />
            <Button type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? "Starting…" : "Start job"}
              <Kbd isInverse className="max-sm:hidden">
                {modKey}↵
              </Kbd>
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const code = (text: string) => <code className="font-mono">{text}</code>;

/** What can be asked of a service that has no language model. */
function OfflineHint({ site: { org, domain } }: Pick<Props, "site">) {
  return (
    <>
      No language model is set up. The built-in model follows exact instructions only: {code(OFFLINE_EXAMPLE)},{" "}
      {code('fix the typo "recieve"')}. For other requests,{" "}
      <Link
        href={`/${org}/${domain}/settings/models?connect=true`}
        className="text-brand underline-offset-2 hover:underline"
      >
        connect a model
      </Link>
      .
    </>
  );
}
