"use client";

import type { Playground as PlaygroundState } from "@docsteward/services/playground";
import { Button } from "@docsteward/ui/button";
import { Sheet, SheetContent } from "@docsteward/ui/dialog";
import { ErrorState } from "@docsteward/ui/states";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { useCallSettings } from "./call-settings.ts";
import { Composer } from "./composer.tsx";
import { Inspector } from "./inspector.tsx";
import { MessageView } from "./message-view.tsx";
import { formatChatError, textOf } from "./messages.ts";
import { type ConversationInput, useConversation } from "./use-conversation.ts";
import { Welcome } from "./welcome.tsx";

type ChatProps = Omit<ConversationInput, "fp" | "settings"> & {
  state: PlaygroundState;
  /** Stands below the welcome of a new conversation. */
  recent: ReactNode;
  onAsked: () => void;
};

/** One conversation: at the left what was said, at the right how the answer that is looked at came about. */
export function Chat({ chatId, thread, state, token, recent, onAsked, onBegun, onAnswered }: ChatProps) {
  const isWide = useIsWide();
  const [settings, setSettings] = useCallSettings();
  const [picked, setPicked] = useState<string | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({ initial: "instant" });

  const conversation = useConversation({ chatId, thread, fp: state.fp, token, settings, onBegun, onAnswered });
  const { messages, activity, error, isRunning } = conversation;
  const answers = messages.filter(({ role }) => role === "assistant");
  const newest = answers.at(-1);
  const selected = answers.find(({ id }) => id === picked) ?? newest ?? null;

  const begin = () => {
    setPicked(null);
    setChosen(null);
    void scrollToBottom();
  };
  const ask = (text: string) => {
    begin();
    conversation.ask(text);
    onAsked();
  };
  const retry = () => {
    begin();
    conversation.retry();
  };
  const look = (id: string, number: number | null) => {
    setPicked(id);
    setChosen(number);
    if (!isWide) setSheetOpen(true);
  };
  const lastQuestion = messages.findLast(({ role }) => role === "user");
  const inspector = selected && (
    <Inspector
      message={selected}
      isRunning={isRunning && selected === newest}
      activity={activity}
      highlighted={pointed ?? chosen}
      chosen={chosen}
    />
  );

  return (
    <div className="grid items-stretch gap-5 lg:h-[calc(100dvh-8.5rem)] lg:min-h-[34rem] lg:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-label="Conversation" className="flex min-h-[28rem] min-w-0 flex-col lg:min-h-0">
        <div className="relative min-h-0 flex-1">
          <div
            ref={scrollRef}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
            tabIndex={0}
            role="log"
            aria-label="Messages"
            className="relative h-full max-h-[calc(100dvh-19rem)] min-h-72 overflow-y-auto overscroll-contain outline-offset-2 lg:max-h-none"
          >
            <div ref={contentRef} className="flex flex-col gap-5 pb-4">
              {messages.length === 0 && (
                <>
                  <Welcome state={state} onAsk={ask} />
                  {recent}
                </>
              )}
              {messages.map((message) => (
                <MessageView
                  key={message.id}
                  message={message}
                  isRunning={isRunning && message === newest && message === messages.at(-1)}
                  isSelected={message === selected}
                  activity={activity}
                  citing={{
                    chosen: message === selected ? chosen : null,
                    onPoint: (number) => setPointed(message === selected ? number : null),
                    onChoose: (number) => look(message.id, number),
                  }}
                  onSelect={() => look(message.id, null)}
                  onRetry={message === newest && !isRunning ? retry : null}
                  token={token.get}
                />
              ))}
              {conversation.isWaiting && <Waiting />}
              {error && <ErrorState message={formatChatError(error)} onRetry={retry} />}
            </div>
          </div>
          {!isAtBottom && <LatestButton onClick={() => scrollToBottom()} />}
        </div>
        <Composer
          state={state}
          settings={settings}
          onSettings={setSettings}
          isRunning={isRunning}
          onAsk={ask}
          onStop={conversation.stop}
          lastQuestion={lastQuestion ? textOf(lastQuestion) : null}
        />
      </section>
      <aside
        aria-label="Answer details"
        className="relative hidden min-h-0 overflow-y-auto rounded-lg border p-3 lg:block"
      >
        {inspector || <Nothing />}
      </aside>
      {!isWide && (
        <Sheet open={isSheetOpen} onOpenChange={setSheetOpen}>
          <SheetContent title="Answer details">{inspector}</SheetContent>
        </Sheet>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-2 border-l-2 pl-3 text-muted-foreground text-xs">
      <span aria-hidden className="size-1.5 rounded-full bg-brand motion-safe:animate-pulse" />
      Searching the docs
    </p>
  );
}

function Nothing() {
  return (
    <div className="flex flex-col gap-1.5 text-muted-foreground">
      <h2 className="font-medium text-foreground">Answer details</h2>
      <p>
        Ask a question to see the search query, the retrieved passages, the model's own lookups, and the time and tokens
        used.
      </p>
    </div>
  );
}

/** Leads back to where the answer is being written. */
function LatestButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" shape="round" onClick={onClick} className="-translate-x-1/2 absolute bottom-2 left-1/2 shadow-sm">
      <ArrowDown aria-hidden />
      Jump to latest
    </Button>
  );
}

const WIDE = "(min-width: 64rem)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether there is room for two columns. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
