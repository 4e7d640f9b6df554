import type { WidgetConfig } from "@docsteward/contract/widget";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Conversation, NO_DRAFT } from "./conversation.ts";
import { CopyButton } from "./markdown.tsx";
import type { WidgetMode } from "./options.ts";
import { PageView, type ShownPage } from "./page-view.tsx";
import type { Service, ServiceError } from "./service.ts";
import { fill, type Strings } from "./strings.ts";
import { Choices, Person, TurnView } from "./turn-view.tsx";

/** Why the assistant cannot answer here. */
export type Failure = Pick<ServiceError, "kind" | "values">;

type WindowProps = {
  mode: WidgetMode;
  language: string;
  strings: Strings;
  isDark: boolean;
  config: WidgetConfig | null;
  failure: Failure | null;
  selection: string | null;
  conversation: Conversation;
  service: Service;
  onAsk(question: string): void;
  onClose(): void;
  onRetry(): void;
  onRate(rating: "up" | "down"): void;
  onDropSelection(): void;
};

/** The assistant's window: conversation, sources and the field for a question. */
export function AssistantWindow(props: WindowProps) {
  const { mode, language, strings, isDark, config, failure, conversation, service, onClose } = props;
  const [page, setPage] = useState<ShownPage | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // A modal one keeps the focus inside and the page out of reach.
    if (mode === "modal") dialog.current?.showModal();
    else dialog.current?.show();
  }, [mode]);
  useEffect(() => {
    // An opened dialog gives the focus to its first button, and a page that is closed gives it to nothing.
    if (page === null) dialog.current?.querySelector("textarea")?.focus();
  }, [page]);
  const title = config?.title ?? strings.title;
  const isInline = mode === "inline";
  return (
    <dialog
      ref={dialog}
      class={`window ${mode}`}
      lang={language}
      data-theme={isDark ? "dark" : "light"}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // The page's own shortcuts stay out of what is typed here.
        event.stopPropagation();
        if (event.key !== "Escape") return;
        event.preventDefault();
        if (page) setPage(null);
        else onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        {conversation.turns().length > 0 && (
          <button type="button" class="plain" onClick={() => conversation.clear()}>
            {strings.fresh}
          </button>
        )}
        {!isInline && (
          <button type="button" class="plain close" aria-label={strings.close} onClick={onClose}>
            ✕
          </button>
        )}
      </header>
      {page && <PageView {...{ page, strings, service }} onBack={() => setPage(null)} />}
      {/* It stays, so that nothing typed is lost. */}
      <Talk {...props} isHidden={page !== null} onShowPage={setPage} />
      {failure && !conversation.turns().at(-1)?.failure && (
        <p class="failure" role="alert">
          {fill(strings[failure.kind], failure.values)}{" "}
          <button type="button" class="plain" onClick={props.onRetry}>
            {strings.retry}
          </button>
        </p>
      )}
    </dialog>
  );
}

function Talk(props: WindowProps & { isHidden: boolean; onShowPage(page: ShownPage): void }) {
  const { strings, language, config, selection, conversation, isHidden, onAsk, onRate, onShowPage, onDropSelection } =
    props;
  const turns = conversation.turns();
  const last = turns.at(-1);
  const end = useRef<HTMLDivElement>(null);
  const { text, turnId } = conversation.draft();
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question scrolls to the end, a new word of the answer does not.
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [turns.length]);
  const send = () => {
    const question = text.trim();
    if (question === "") return;
    conversation.write(NO_DRAFT);
    const turn = turns.find(({ id }) => id === turnId);
    if (turn) conversation.replace(turn, question);
    else onAsk(question);
  };
  return (
    <>
      <div class="talk" hidden={isHidden}>
        {turns.length === 0 && <Start {...{ config, strings, onAsk }} />}
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            {...{ turn, strings, language, conversation, onRate, onShowPage }}
            contact={config?.contact ?? null}
            isLast={turn === last}
            onAsk={onAsk}
            onEdit={() => {
              conversation.write({ text: turn.question, turnId: turn.id });
              field.current?.focus();
            }}
          />
        ))}
        <div ref={end} />
      </div>
      <Announcer {...{ strings }} state={last?.state ?? null} id={last?.id ?? ""} />
      <form
        hidden={isHidden}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {selection !== null && (
          <p class="selected">
            <span>{fill(strings.selected, { text: selection.slice(0, 120) })}</span>
            <button type="button" class="plain" aria-label={strings.close} onClick={onDropSelection}>
              ✕
            </button>
          </p>
        )}
        <div class="ask">
          <textarea
            ref={field}
            rows={1}
            maxLength={4_000}
            value={text}
            aria-label={strings.question}
            placeholder={strings.placeholder}
            onInput={({ currentTarget }) => conversation.write({ ...conversation.draft(), text: currentTarget.value })}
            onKeyDown={(event) => {
              // Enter also ends a word in Japanese and Chinese.
              if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              send();
            }}
          />
          {conversation.isRunning() ? (
            <button type="button" class="main" onClick={() => conversation.stop()}>
              {strings.stop}
            </button>
          ) : (
            <button type="submit" class="main" disabled={text.trim() === ""}>
              {strings.send}
            </button>
          )}
        </div>
        <p class="notice">
          {strings.notice}
          <Person contact={config?.contact ?? null} label={strings.person} />
        </p>
      </form>
    </>
  );
}

function Start({ config, strings, onAsk }: Pick<WindowProps, "config" | "strings" | "onAsk">) {
  const questions = (config?.starters ?? [])
    .filter(({ path }) => path === null || location.pathname.startsWith(path))
    .map(({ question }) => question);
  return (
    <>
      {config?.greeting && <p class="greeting">{config.greeting}</p>}
      {questions.length > 0 && <Choices {...{ questions, onAsk }} isReady label={strings.starters} />}
      {config !== null && config.tools.length > 0 && (
        <details class="sources">
          <summary>{strings.tools}</summary>
          <ul>
            {config.tools.map(({ name, link, text }) => (
              <li key={name}>
                {link === null ? name : <a href={link}>{name}</a>}
                {text !== null && <CopyButton text={text} label={`${strings.copy}: ${name}`} done={strings.copied} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Tells a screen reader the beginning and the end of an answer, not each of its words. */
function Announcer({ state, id, strings }: { state: string | null; id: string; strings: Strings }) {
  const texts: Record<string, string> = { running: strings.thinking, done: strings.ready, stopped: strings.stopped };
  return (
    <p class="hidden" role="status" key={id}>
      {texts[state ?? ""] ?? ""}
    </p>
  );
}
