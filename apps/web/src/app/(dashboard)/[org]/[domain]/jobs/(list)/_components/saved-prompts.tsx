"use client";

import { listVariables } from "@docsteward/contract/prompt-variables";
import { Button } from "@docsteward/ui/button";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTRPC } from "#trpc/client.tsx";

export type SavedPrompt = { id: string; name: string; prompt: string };
type Site = { org: string; domain: string };

type Props = {
  site: Site;
  /** The prompt of the form. */
  prompt: string;
  chosen: SavedPrompt | null;
  onChoose: (prompt: SavedPrompt | null) => void;
};

/** Chooses one of the project's saved prompts, and saves the one that is entered. */
export function SavedPrompts({ site, prompt, chosen, onChoose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: prompts = [] } = useQuery(trpc.savedPrompt.list.queryOptions(site));
  const [name, setName] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.savedPrompt.list.queryFilter(site));
  const save = useMutation(
    trpc.savedPrompt.save.mutationOptions({
      onSuccess: (saved) => {
        toast.success("Prompt saved.");
        setName(null);
        onChoose(saved);
        return refresh();
      },
    }),
  );
  const remove = useMutation(
    trpc.savedPrompt.delete.mutationOptions({
      onSuccess: () => {
        toast.success("Saved prompt deleted.");
        onChoose(null);
        return refresh();
      },
      onError: ({ message }) => void toast.error(message),
    }),
  );
  const submit = () => name?.trim() && save.mutate({ ...site, name, prompt });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The form around it would start the job.
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  if (name !== null) {
    return (
      <div className="flex flex-col gap-2">
        <Field label="Name of the saved prompt" hint="Write {{page}} for what changes each time.">
          <Input
            autoFocus
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
        <FormError message={save.error?.message} />
        <div className="flex gap-2">
          <Button size="sm" disabled={!name.trim() || save.isPending} onClick={submit}>
            Save prompt
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setName(null)}>
            Cancel
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {prompts.length > 0 && (
        <Select
          label="Saved prompts"
          placeholder="Use a saved prompt"
          isSmall
          choices={prompts.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => onChoose(prompts.find((saved) => saved.id === id) ?? null)}
        />
      )}
      <Button size="sm" variant="ghost" disabled={prompt.trim() === ""} onClick={() => setName(chosen?.name ?? "")}>
        Save prompt…
      </Button>
      {chosen && (
        <Button
          size="sm"
          variant="ghost"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ ...site, id: chosen.id })}
        >
          Delete “{chosen.name}”
        </Button>
      )}
    </div>
  );
}

/** The variables of the chosen prompt that the text still has. What people type themselves has none: docs use `{{braces}}`, too. */
export function variablesOf(chosen: SavedPrompt | null, prompt: string): string[] {
  const known = chosen === null ? [] : listVariables(chosen.prompt);
  return listVariables(prompt).filter((name) => known.includes(name));
}

type FieldsProps = {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  /** Whether the form was sent without some of them. */
  isChecked: boolean;
  onChange: (values: Record<string, string>) => void;
};

/** A field for each variable. */
export function VariableFields({ names, values, isChecked, onChange }: FieldsProps) {
  if (names.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) => (
        <Field key={name} label={name} error={isChecked && !values[name]?.trim() ? "Enter a value." : undefined}>
          <Input value={values[name] ?? ""} onChange={({ target }) => onChange({ ...values, [name]: target.value })} />
        </Field>
      ))}
    </div>
  );
}
