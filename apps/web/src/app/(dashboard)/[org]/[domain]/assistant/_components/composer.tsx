"use client";
import type { Playground as PlaygroundState } from "@docsteward/services/playground/get";
import { Button } from "@docsteward/ui/button";
import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { mayAct, useSite } from "../../../../_components/site-context.tsx";
import type { CallSettings } from "./call-settings.ts";
import { SettingsBar } from "./settings-bar.tsx";

type Props = {
  state: PlaygroundState;
  settings: CallSettings;
  onSettings: (settings: CallSettings) => void;
  isRunning: boolean;
  onAsk: (question: string) => void;
  onStop: () => void;
  lastQuestion: string | null;
};

/** Where a question is written, with what the call carries beside it. Enter asks, Shift and Enter begins a new line. */
export function Composer({ state, settings, onSettings, isRunning, onAsk, onStop, lastQuestion }: Props) {
  const { role, org } = useSite();
  const [text, setText] = useState("");
  const why = mayAct(role, "member")
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
