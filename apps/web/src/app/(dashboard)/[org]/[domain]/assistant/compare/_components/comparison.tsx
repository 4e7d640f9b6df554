"use client";

import { Button } from "@docsteward/ui/button";
import { Field, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Card } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { Skeleton } from "@docsteward/ui/states";
import { useMutation } from "@tanstack/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import dynamic from "next/dynamic";
import { type SyntheticEvent, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import type { AppRouter } from "#server/trpc/root.ts";
import { useTRPC } from "#trpc/client.tsx";

type Answer = inferRouterOutputs<AppRouter>["playground"]["compare"][number];
type Compared = inferRouterInputs<AppRouter>["playground"]["compare"]["sides"][number];

const ComparedAnswer = dynamic(() => import("./compared-answer.tsx").then((module) => module.ComparedAnswer), {
  loading: () => <Skeleton className="h-64" />,
});

/** `previousName` names the version before the current one; null when its pages are no longer stored. */
type Props = { models: readonly string[]; currentName: string; previousName: string | null };

/** One question, and the answers of two models, or from two versions of the index. */
export function Comparison({ models, currentName, previousName }: Props) {
  const { org, domain } = useProject();
  const [first = ""] = models;
  const [question, setQuestion] = useState("");
  const [left, setLeft] = useState<Compared>({ model: first, index: models.length > 1 ? "current" : "previous" });
  const [right, setRight] = useState<Compared>({ model: models[1] ?? first, index: "current" });
  const compare = useMutation(useTRPC().playground.compare.mutationOptions());
  const asked = compare.variables?.sides ?? [left, right];
  const names = { current: currentName, previous: previousName ?? "" };
  const isSame = left.model === right.model && left.index === right.index;
  const isReady = question.trim() !== "" && !compare.isPending && !isSame;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady) compare.mutate({ org, domain, question, sides: [left, right] });
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Compare answers">
        <Field
          label="Question"
          hint={isSame ? "Choose two models, or two versions of the index." : "The question counts in no statistics."}
        >
          <Textarea autoFocus value={question} maxLength={2_000} onChange={({ target }) => setQuestion(target.value)} />
        </Field>
        <div className="flex flex-wrap items-end gap-4">
          <SideFields {...{ models, names }} name="First" side={left} onChange={setLeft} />
          <SideFields {...{ models, names }} name="Second" side={right} onChange={setRight} />
          <RestrictedButton least="member" type="submit" variant="primary" disabled={!isReady}>
            {compare.isPending ? "Comparing…" : "Compare"}
          </RestrictedButton>
          {compare.data && (
            <Button variant="ghost" onClick={() => compare.reset()}>
              Clear
            </Button>
          )}
        </div>
      </form>
      <FormError message={compare.error?.message} />
      {(compare.isPending || compare.data) && (
        <div className="grid gap-4 md:grid-cols-2" aria-live="polite">
          {asked.map((side, at) => (
            <Side
              key={at === 0 ? "first" : "second"}
              name={previousName === null ? side.model : `${side.model}, ${names[side.index]}`}
              answer={compare.data?.[at]}
            />
          ))}
        </div>
      )}
    </>
  );
}

type SideFieldsProps = {
  name: string;
  models: readonly string[];
  names: Record<Compared["index"], string>;
  side: Compared;
  onChange: (side: Compared) => void;
};

/** What makes one of the answers. What leaves no choice is not asked. */
function SideFields({ name, models, names, side, onChange }: SideFieldsProps) {
  const indexes = (["current", "previous"] as const).map((value) => ({ value, label: names[value] }));
  return (
    <>
      {models.length > 1 && (
        <Field label={`${name} model`}>
          <Select
            choices={models.map((value) => ({ value, label: value }))}
            value={side.model}
            onChange={(model) => onChange({ ...side, model })}
          />
        </Field>
      )}
      {names.previous !== "" && (
        <Field label={`${name} index`}>
          <Select choices={indexes} value={side.index} onChange={(index) => onChange({ ...side, index })} />
        </Field>
      )}
    </>
  );
}

function Side({ name, answer }: { name: string; answer: Answer | undefined }) {
  return (
    <Card role="region" aria-label={`Answer of ${name}`} className="flex min-w-0 flex-col gap-4 p-4">
      <h2 className="font-semibold text-[0.9375rem]">{name}</h2>
      {answer ? <ComparedAnswer answer={answer} /> : <Skeleton className="h-64" />}
    </Card>
  );
}
