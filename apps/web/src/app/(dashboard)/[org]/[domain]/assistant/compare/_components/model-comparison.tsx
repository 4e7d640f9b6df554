"use client";

import { Button } from "@docsteward/ui/button";
import { Field, FormError, Textarea } from "@docsteward/ui/field";
import { Card } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { Skeleton } from "@docsteward/ui/states";
import { useMutation } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import dynamic from "next/dynamic";
import { type SyntheticEvent, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import type { AppRouter } from "#server/trpc/root.ts";
import { useTRPC } from "#trpc/client.tsx";

type Answer = inferRouterOutputs<AppRouter>["playground"]["compare"][number];

const ComparedAnswer = dynamic(() => import("./compared-answer.tsx").then((module) => module.ComparedAnswer), {
  loading: () => <Skeleton className="h-64" />,
});

/** One question, two models, and what each made of it. */
export function ModelComparison({ models }: { models: string[] }) {
  const { org, domain } = useProject();
  const [question, setQuestion] = useState("");
  const [left, setLeft] = useState(models[0] ?? "");
  const [right, setRight] = useState(models[1] ?? "");
  const compare = useMutation(useTRPC().playground.compare.mutationOptions());
  const choices = models.map((name) => ({ value: name, label: name }));
  const isReady = question.trim() !== "" && !compare.isPending;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady) compare.mutate({ org, domain, question, models: [left, right] });
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Compare models">
        <Field label="Question" hint="Both models get the same passages. The question counts in no statistics.">
          <Textarea autoFocus value={question} maxLength={2_000} onChange={({ target }) => setQuestion(target.value)} />
        </Field>
        <div className="flex flex-wrap items-end gap-4">
          <Field label="First model">
            <Select choices={choices} value={left} onChange={setLeft} />
          </Field>
          <Field label="Second model">
            <Select choices={choices} value={right} onChange={setRight} />
          </Field>
          <RestrictedButton least="member" type="submit" variant="primary" disabled={!isReady}>
            {compare.isPending ? "Asking both…" : "Ask both"}
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
          {[left, right].map((name, at) => (
            <Side key={at === 0 ? "first" : "second"} name={name} answer={compare.data?.[at]} />
          ))}
        </div>
      )}
    </>
  );
}

function Side({ name, answer }: { name: string; answer: Answer | undefined }) {
  return (
    <Card role="region" aria-label={`Answer of ${answer?.model ?? name}`} className="flex min-w-0 flex-col gap-4 p-4">
      <h2 className="font-semibold text-[0.9375rem]">{answer?.model ?? name}</h2>
      {answer ? <ComparedAnswer answer={answer} /> : <Skeleton className="h-64" />}
    </Card>
  );
}
