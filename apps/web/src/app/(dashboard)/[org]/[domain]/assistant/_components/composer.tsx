"use client";

import type { Playground as PlaygroundState } from "@docsteward/services/playground";
import { Button } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { Popover } from "@docsteward/ui/popover";
import { ArrowUp, Code, FileCode2, ListFilter, type LucideIcon, MapPin, Rows3, Square } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { hasRole, useProject } from "#components/project-context.tsx";
import { type CallSettings, countFilters } from "./call-settings.ts";

type Props = {
  state: PlaygroundState;
  settings: CallSettings;
  onSettings: (settings: CallSettings) => void;
  isRunning: boolean;
  onAsk: (question: string) => void;
  onStop: () => void;
  lastQuestion: string | null;
};

const focusWithoutTouch = (field: HTMLTextAreaElement | null) => {
  if (field && !window.matchMedia("(pointer: coarse)").matches) field.focus({ preventScroll: true });
};

/** Where a question is written, with what the call carries beside it. Enter asks, Shift and Enter begins a new line. */
export function Composer({ state, settings, onSettings, isRunning, onAsk, onStop, lastQuestion }: Props) {
  const { role, org } = useProject();
  const [text, setText] = useState("");
  const why = hasRole(role, "member")
    ? state.index.answers === null
      ? "Index the pages before you ask a question."
      : null
    : `Your role in ${org} is ${role}. Only members can ask questions.`;
  const ask = () => {
    if (why !== null || isRunning || text.trim() === "") return;
    onAsk(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the choice of a character in an input method asks nothing.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-lg border bg-card p-2 focus-within:border-foreground/30"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          aria-label="Question"
          rows={1}
          value={text}
          disabled={why !== null}
          // The page is for asking: a person types as soon as it is there. A touch keyboard would hide it.
          ref={focusWithoutTouch}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          placeholder={why ?? "Ask a question"}
          className="field-sizing-content max-h-48 min-h-8 flex-1 resize-none bg-transparent px-1.5 py-1.5 outline-none placeholder:text-muted-foreground disabled:cursor-not-allowed pointer-coarse:text-base"
        />
        {isRunning ? (
          <Button size="icon-md" aria-label="Stop the answer" title="Stop the answer" onClick={onStop}>
            <Square aria-hidden className="fill-current" />
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="icon-md"
            aria-label="Ask"
            title="Ask (Enter)"
            disabled={why !== null || text.trim() === ""}
          >
            <ArrowUp aria-hidden />
          </Button>
        )}
      </div>
      <SettingsBar state={state} settings={settings} onChange={onSettings} question={text.trim() || lastQuestion} />
    </form>
  );
}

const FilterFields = dynamic(() => import("./composer-fields.tsx").then((module) => module.FilterFields));
const ContextFields = dynamic(() => import("./composer-fields.tsx").then((module) => module.ContextFields));
const PageChoice = dynamic(() => import("./composer-fields.tsx").then((module) => module.PageChoice));
const CodeDialog = dynamic(() => import("./code-dialog.tsx").then((module) => module.CodeDialog), { ssr: false });

type SettingsBarProps = {
  state: PlaygroundState;
  settings: CallSettings;
  onChange: (settings: CallSettings) => void;
  question: string | null;
};

/** What the call carries besides the question, each behind a button that says what is chosen. */
function SettingsBar({ state, settings, onChange, question }: SettingsBarProps) {
  const [isCodeOpen, setCodeOpen] = useState(false);
  const filters = countFilters(settings);
  const change = (changed: Partial<CallSettings>) => onChange({ ...settings, ...changed });
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Setting Icon={Rows3} label={`${settings.retrievalPageSize} pages`} title="Pages to retrieve">
        <Field label="retrievalPageSize" hint="The number of pages used for the answer, from 1 to 50. Default: 12.">
          <Input
            type="number"
            min={1}
            max={50}
            value={settings.retrievalPageSize}
            onChange={({ target }) =>
              change({ retrievalPageSize: Math.min(50, Math.max(1, Math.trunc(target.valueAsNumber) || 1)) })
            }
          />
        </Field>
      </Setting>
      <Setting
        Icon={ListFilter}
        label={filters === 0 ? "All pages" : `Filter: ${filters}`}
        title="Pages to search"
        isOn={filters > 0}
      >
        <FilterFields facets={state.facets} filter={settings.filter} onChange={(filter) => change({ filter })} />
      </Setting>
      <Setting
        Icon={MapPin}
        label={settings.currentPath ?? "No current page"}
        title="The page the reader is on"
        isOn={settings.currentPath !== null}
      >
        <PageChoice
          label="currentPath"
          hint="Ranks nearby pages, and pages in the same version and language, first."
          value={settings.currentPath}
          onChange={(currentPath) => change({ currentPath })}
        />
      </Setting>
      <Setting
        Icon={FileCode2}
        label={settings.context.length === 0 ? "No context" : `Context: ${settings.context.length}`}
        title="The code or text the reader is viewing"
        isOn={settings.context.length > 0}
        className="w-96"
      >
        <ContextFields context={settings.context} onChange={(context) => change({ context })} />
      </Setting>
      <Button variant="ghost" size="sm" className="ml-auto" onClick={() => setCodeOpen(true)}>
        <Code aria-hidden />
        View code
      </Button>
      {isCodeOpen && <CodeDialog settings={settings} question={question} onClose={() => setCodeOpen(false)} />}
    </div>
  );
}

type SettingProps = {
  Icon: LucideIcon;
  label: string;
  title: string;
  isOn?: boolean;
  className?: string;
  children: ReactNode;
};

function Setting({ Icon, label, title, isOn, className, children }: SettingProps) {
  return (
    <Popover
      title={title}
      side="top"
      className={className ?? "w-72"}
      trigger={
        <Button variant={isOn ? "chosen" : "ghost"} size="sm" title={title}>
          <Icon aria-hidden />
          <span className="max-w-32 truncate">{label}</span>
        </Button>
      }
    >
      {children}
    </Popover>
  );
}
