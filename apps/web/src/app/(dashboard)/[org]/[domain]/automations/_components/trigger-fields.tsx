"use client";

import { Checkbox } from "@docsteward/ui/checkbox";
import { Field, Input } from "@docsteward/ui/field";
import { Select } from "@docsteward/ui/select";
import { type ReactNode, useState } from "react";
import { LinesField } from "#components/lines-field.tsx";
import type { AutomationChoices } from "#trpc/types.ts";
import type { AutomationForm, AutomationValues } from "./automation-values.ts";

type Props = { form: AutomationForm; choices: AutomationChoices; times: readonly string[] };
type Part = { [K in keyof AutomationValues]: AutomationValues[K] extends boolean ? K : never }[keyof AutomationValues];

/** What an automation runs for. Each kind shows its own fields when it is on. */
export function TriggerFields({ form, choices, times }: Props) {
  const { values, errors, text } = form;
  const turn =
    (name: Part) =>
    ({ label, hint, children }: { label: string; hint: string; children?: ReactNode }) => (
      <div className="flex flex-col gap-3">
        <Checkbox
          name={name}
          checked={values[name]}
          onCheckedChange={(isOn) => turnOn(form, choices, name, isOn)}
          hint={hint}
        >
          {label}
        </Checkbox>
        {values[name] && children && <div className="ml-6 grid gap-4 sm:grid-cols-2">{children}</div>}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      {turn("schedule")({
        label: "Schedule",
        hint: "Runs at these times. After an outage, missed times run once.",
        children: (
          <>
            <Field label="Cron expression" error={errors.cron} hint="Minute, hour, day, month, day of the week.">
              <Input {...text("cron")} spellCheck={false} className="font-mono text-xs" />
            </Field>
            <TimeZoneField label="Time zone" name="scheduleZone" form={form} />
            <CronExamples form={form} />
            <NextTimes times={times} timeZone={values.scheduleZone} />
          </>
        ),
      })}
      {turn("merge")({
        label: "Merge in a source",
        hint: "Runs when the branch of a source moves, if the change makes pages false.",
        children: <SourceFields of="merge" form={form} choices={choices} />,
      })}
      {turn("pulls")({
        label: "Pull request in a source",
        hint: "Says on pull requests at GitHub which pages they will make false. A comment there starts the job.",
        children: <SourceFields of="pulls" form={form} choices={choices} />,
      })}
      {turn("push")({
        label: "Push to the docs",
        hint: "Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't count.",
        children: (
          <LinesField
            label="Paths"
            error={errors.pushPaths}
            hint="One a line, such as guides or src/**. Empty: every change."
            {...text("pushPaths")}
          />
        ),
      })}
      {turn("gap")({
        label: "Gaps",
        hint: "Runs for open questions that the docs don't answer and no job works on.",
        children: (
          <>
            <Field label="Times asked, at least" error={errors.gapCount}>
              <Input {...text("gapCount")} inputMode="numeric" className="tabular-nums" />
            </Field>
            <Field label="Days since the first question, at least" error={errors.gapAge}>
              <Input {...text("gapAge")} inputMode="numeric" className="tabular-nums" />
            </Field>
          </>
        ),
      })}
      {turn("webhook")({
        label: "Webhook",
        hint: "Runs for signed HTTP requests. Create the secret on the automation's page after you save.",
      })}
      {turn("manual")({
        label: "By hand only",
        hint: "Runs when a person or an API client starts it. Every automation can be run by hand.",
      })}
    </div>
  );
}

/** Turns a part on or off. A part that needs a source takes the first one, and times take the zone of the browser. */
function turnOn(form: AutomationForm, { sources }: AutomationChoices, name: Part, isOn: boolean): void {
  const { values, set } = form;
  set(name, isOn);
  const first = sources[0]?.name;
  if (name === "merge" && values.mergeSource === "" && first) set("mergeSource", first);
  const atGitHub = sources.find(({ isAtGitHub }) => isAtGitHub)?.name;
  if (name === "pulls" && values.pullsSource === "" && atGitHub) set("pullsSource", atGitHub);
}

function SourceFields({
  of,
  form,
  choices,
}: {
  of: "merge" | "pulls";
  form: AutomationForm;
  choices: AutomationChoices;
}) {
  const { values, errors, text, set } = form;
  const known = choices.sources.filter(({ isAtGitHub }) => isAtGitHub || of === "merge");
  const chosen = values[`${of}Source`];
  const names = [...new Set([...known.map(({ name }) => name), ...(chosen === "" ? [] : [chosen])])];
  const missing =
    of === "merge"
      ? "The project has no sources. Add one in the settings."
      : "The project has no source at GitHub. Add one in the settings.";
  return (
    <>
      <Field label="Source" error={errors[`${of}Source`]} hint={names.length === 0 && missing}>
        <Select
          choices={names.map((name) => ({ value: name, label: `@${name}` }))}
          value={chosen === "" ? null : chosen}
          onChange={(name) => set(`${of}Source`, name)}
          isDisabled={names.length === 0}
          isWide
        />
      </Field>
      <LinesField
        label="Labels"
        error={errors[`${of}Labels`]}
        hint="One a line. Only pull requests with one of them count. Needs a source at GitHub."
        {...text(`${of}Labels`)}
      />
      <LinesField
        label="Paths"
        error={errors[`${of}Paths`]}
        hint="One a line, such as src/**. Empty: every change."
        {...text(`${of}Paths`)}
      />
    </>
  );
}

const EXAMPLES = [
  { label: "Every day at 6:00", cron: "0 6 * * *" },
  { label: "Mondays at 9:00", cron: "0 9 * * 1" },
  { label: "First day of the month at 9:00", cron: "0 9 1 * *" },
];

function CronExamples({ form: { set, values } }: Pick<Props, "form">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend of its own.
    <div role="group" aria-label="Common schedules" className="flex flex-wrap gap-1.5 sm:col-span-2">
      {EXAMPLES.map(({ label, cron }) => (
        <button
          key={cron}
          type="button"
          aria-pressed={values.cron === cron}
          onClick={() => set("cron", cron)}
          className="h-7 cursor-pointer rounded-full border px-2.5 text-[0.8125rem] text-muted-foreground hover:bg-accent aria-pressed:border-foreground/40 aria-pressed:bg-accent aria-pressed:text-foreground"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function NextTimes({ times, timeZone }: { times: readonly string[]; timeZone: string }) {
  if (times.length === 0) return null;
  return (
    <p className="text-muted-foreground sm:col-span-2">
      Next:{" "}
      {times.map((at, index) => (
        <span key={at}>
          {index > 0 && "; "}
          <time dateTime={at}>{inWords(at, timeZone)}</time>
        </span>
      ))}{" "}
      ({timeZone}).
    </p>
  );
}

/** "Monday, 30 November 2026, 09:00" on the clocks of the zone. */
function inWords(at: string, timeZone: string): string {
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...day, ...clock, timeZone }).format(new Date(at));
  } catch {
    // The name of the zone is being typed.
    return `${at.slice(0, 16).replace("T", " ")} UTC`;
  }
}

/** A time zone by its IANA name, with the browser's list of them. */
export function TimeZoneField({
  label,
  name,
  form,
}: {
  label: string;
  name: "scheduleZone" | "quietZone";
  form: AutomationForm;
}) {
  const [zones, setZones] = useState<readonly string[]>([]);
  const id = `zones-${name}`;
  return (
    <Field label={label} error={form.errors[name]} hint="An IANA name, such as Europe/Berlin.">
      <Input
        {...form.text(name)}
        list={id}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setZones(["UTC", ...Intl.supportedValuesOf("timeZone")])}
      />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  );
}
