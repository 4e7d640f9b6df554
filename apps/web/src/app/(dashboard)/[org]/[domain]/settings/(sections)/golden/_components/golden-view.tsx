"use client";

import { Badge } from "@docsteward/ui/badge";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { GoldenQuestion, GoldenState } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

type Props = { firstQuestions: GoldenQuestion[]; firstState: GoldenState };

/** The questions that each version of the index is asked, and how that went. */
export function GoldenView({ firstQuestions, firstState }: Props) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data: questions } = useQuery(trpc.golden.list.queryOptions({ org, domain }, { initialData: firstQuestions }));
  const { data: state } = useQuery(trpc.golden.state.queryOptions({ org, domain }, { initialData: firstState }));
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Golden questions"
        description="Each new version of the index is tested with these questions before it goes live. Questions that it loses are listed here, sent to webhooks and added to gaps."
      >
        <div className="flex flex-col gap-4">
          <AddForm />
          <Hold isOn={state.holdsLostQuestions} />
        </div>
      </SettingsSection>
      <Questions questions={questions} />
      <Runs runs={state.runs} />
    </div>
  );
}

function AddForm() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [values, setValues] = useState({ question: "", page: "", fact: "" });
  const add = useMutation(
    trpc.golden.add.mutationOptions({
      onSuccess: () => {
        setValues({ question: "", page: "", fact: "" });
        void queryClient.invalidateQueries(trpc.golden.list.queryFilter({ org, domain }));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ org, domain, ...values });
  };
  const inputOf = (name: keyof typeof values, placeholder: string) => (
    <Input
      value={values[name]}
      placeholder={placeholder}
      onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
    />
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Add question" className="grid gap-4 sm:grid-cols-2">
      <Field label="Question" className="sm:col-span-2">
        {inputOf("question", "How do I roll back a release?")}
      </Field>
      <Field label="Page" isOptional hint="The page that answers it.">
        {inputOf("page", "/guides/rollback")}
      </Field>
      <Field label="Fact" isOptional hint="Text that a passage must contain.">
        {inputOf("fact", "harbor rollback")}
      </Field>
      <LeaveGuard isDirty={Object.values(values).some((text) => text.trim() !== "")} />
      <FormError message={add.error?.message} />
      <RestrictedButton least="member" type="submit" variant="primary" disabled={add.isPending} className="w-fit">
        Add question
      </RestrictedButton>
    </form>
  );
}

function Hold({ isOn }: { isOn: boolean }) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setHold = useMutation(
    trpc.golden.setHold.mutationOptions({
      onError: ({ message }) => void toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.golden.state.queryFilter({ org, domain })),
    }),
  );
  return (
    <fieldset disabled={!hasRole(role, "admin")} className="border-t pt-4">
      <Checkbox
        checked={isOn}
        onCheckedChange={(next) => setHold.mutate({ org, domain, isOn: next })}
        hint="The earlier version stays live until the pages are fixed or an owner releases the new version."
      >
        Hold versions that lose a question
      </Checkbox>
    </fieldset>
  );
}

function Questions({ questions }: { questions: GoldenQuestion[] }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.golden.remove.mutationOptions({
      onError: ({ message }) => void toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.golden.list.queryFilter({ org, domain })),
    }),
  );
  if (questions.length === 0)
    return <p className="text-center text-muted-foreground">No golden questions yet. Add one above.</p>;
  return (
    <Table aria-label="Golden questions">
      <TableHead>
        <TableRow>
          <TableHeader>Question</TableHeader>
          <TableHeader>Expected</TableHeader>
          <TableHeader>Search</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {questions.map(({ id, question, page, fact, isFound }) => (
          <TableRow key={id}>
            <TableCell className="w-full">{question}</TableCell>
            <TableCell className="font-mono text-xs">{[page, fact && `"${fact}"`].filter(Boolean).join(" ")}</TableCell>
            <TableCell>
              {isFound === null ? (
                <span className="text-muted-foreground">Not asked</span>
              ) : (
                <Badge tone={isFound ? "success" : "destructive"}>{isFound ? "Found" : "Lost"}</Badge>
              )}
            </TableCell>
            <TableCell>
              <RestrictedButton
                least="member"
                size="sm"
                aria-label={`Remove ${question}`}
                onClick={() => remove.mutate({ org, domain, id })}
              >
                Remove
              </RestrictedButton>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Runs({ runs }: Pick<GoldenState, "runs">) {
  if (runs.length === 0) return null;
  return (
    <SettingsSection title="Over time" description="Share of the questions that each version, or evaluation, found.">
      <RunChart runs={runs} />
      <details className="mt-3">
        <summary className="w-fit cursor-pointer text-muted-foreground text-xs">Show as table</summary>
        <Table aria-label="Runs" className="mt-2">
          <TableHead>
            <TableRow>
              <TableHeader>When</TableHeader>
              <TableHeader>Commit</TableHeader>
              <TableHeader className="text-right">Found</TableHeader>
              <TableHeader className="text-right">Cited</TableHeader>
              <TableHeader className="text-right">Right</TableHeader>
              <TableHeader>Lost</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {runs.map(({ id, createdAt, commit, asked, found, cited, judged, lost, isHeld }) => (
              <TableRow key={id}>
                <TableCell className="whitespace-nowrap">
                  <RelativeTime at={createdAt} />
                </TableCell>
                <TableCell className="font-mono text-xs">{commit.slice(0, 7)}</TableCell>
                <TableCell isNumber>{`${found}/${asked}`}</TableCell>
                <TableCell isNumber>{cited === null ? "–" : `${cited}/${asked}`}</TableCell>
                <TableCell isNumber>{judged === null ? "–" : `${judged}/${asked}`}</TableCell>
                <TableCell className="w-full">
                  {isHeld && <Badge tone="warning">Held</Badge>} {lost.map(({ question }) => question).join(" · ")}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </details>
    </SettingsSection>
  );
}

const LINES = [0, 50, 100];

/** The share of golden questions that each run found, as bars, the oldest first; a mark where answers cited their page. */
function RunChart({ runs }: Pick<GoldenState, "runs">) {
  const shown = runs.toReversed();
  const width = 100 / shown.length;
  const share = (part: number, asked: number) => (asked === 0 ? 0 : (part / asked) * 100);
  return (
    <div className="h-36 pt-2 pl-10">
      <svg
        role="img"
        aria-label={`Golden questions found in the last ${shown.length} runs`}
        className="size-full overflow-visible fill-muted-foreground text-[0.6875rem]"
      >
        {LINES.map((line) => (
          <g key={line}>
            <line x2="100%" y1={`${100 - line}%`} y2={`${100 - line}%`} className="stroke-border" />
            <text x={-8} y={`${100 - line}%`} dy="0.32em" textAnchor="end">
              {line} %
            </text>
          </g>
        ))}
        {shown.map(({ id, asked, found, cited, isHeld, commit }, at) => (
          <g key={id}>
            <title>{`${commit.slice(0, 7)}: found ${found} of ${asked}${cited === null ? "" : `, cited ${cited}`}`}</title>
            <rect
              x={`${at * width + width * 0.1}%`}
              width={`${width * 0.8}%`}
              y={`${100 - share(found, asked)}%`}
              height={`${share(found, asked)}%`}
              fill={isHeld ? "var(--chart-3)" : "var(--chart-1)"}
            />
            {cited !== null && (
              <line
                x1={`${at * width}%`}
                x2={`${(at + 1) * width}%`}
                y1={`${100 - share(cited, asked)}%`}
                y2={`${100 - share(cited, asked)}%`}
                strokeWidth={2}
                className="stroke-foreground"
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
