import type { SourceData } from "@docsteward/contract/ui-chunk";
import { useState } from "preact/hooks";
import type { Conversation, Turn } from "./conversation.ts";
import { CopyButton, isSafeAddress, Markdown } from "./markdown.tsx";
import type { ShownPage } from "./page-view.tsx";
import { fill, type Strings } from "./strings.ts";

type TurnProps = {
  turn: Turn;
  strings: Strings;
  language: string;
  conversation: Conversation;
  contact: string | null;
  isLast: boolean;
  onAsk(question: string): void;
  onEdit(): void;
  onRate(rating: "up" | "down"): void;
  onShowPage(page: ShownPage): void;
};

/** A question with its answer, its sources and what can be done with them. */
export function TurnView(props: TurnProps) {
  const { turn, strings, conversation, contact, isLast, onAsk, onEdit, onShowPage } = props;
  const { question, selection, answer, sources, state, failure, activity, outcome, suggestions } = turn;
  const cite = (number: number) => {
    const source = sources.find((candidate) => candidate.number === number);
    return source ? <Citation {...{ source, onShowPage }} /> : null;
  };
  const isOver = state !== "running";
  return (
    <article class="turn">
      <div class="question">
        <p dir="auto">{question}</p>
        {selection !== null && <p class="about-text">{fill(strings.selected, { text: selection.slice(0, 120) })}</p>}
        {isOver && (
          <button type="button" class="plain" aria-label={strings.edit} onClick={onEdit}>
            ✎
          </button>
        )}
      </div>
      <div class="answer" aria-busy={!isOver}>
        {activity && <p class="activity">{describe(activity, strings)}</p>}
        {answer !== "" && <Markdown text={answer} {...{ strings, cite }} />}
        {state === "stopped" && <p class="notice">{strings.stopped}</p>}
        {failure && (
          <p class="failure" role="alert">
            {fill(strings[failure.kind], failure.values)}
          </p>
        )}
        {isOver && outcome !== null && outcome !== "answered" && (
          <p>
            <Person contact={contact} label={strings.person} />
          </p>
        )}
        {isOver && sources.length > 0 && <Sources {...props} />}
        {isOver && <Actions {...props} />}
        {isOver && isLast && suggestions.length > 0 && (
          <Choices questions={suggestions} label={strings.more} isReady={!conversation.isRunning()} onAsk={onAsk} />
        )}
      </div>
    </article>
  );
}

function describe({ kind, what }: NonNullable<Turn["activity"]>, strings: Strings): string {
  return fill(strings[kind], { query: what, page: what });
}

function Citation({ source, onShowPage }: { source: SourceData; onShowPage(page: ShownPage): void }) {
  const { number, title, heading } = source;
  return (
    <sup>
      <button
        type="button"
        class="cite"
        aria-label={`${number}: ${title}${heading === null ? "" : `, ${heading}`}`}
        onClick={() => onShowPage(source)}
      >
        {number}
      </button>
    </sup>
  );
}

/** The cited pages with their sections and their age. */
function Sources({ turn, strings, language, onShowPage }: TurnProps) {
  return (
    <details class="sources" open>
      <summary>
        {strings.sources} ({turn.sources.length})
      </summary>
      <ul>
        {turn.sources.map((source) => {
          const { number, path, title, url, updatedAt, sections } = source;
          const headings = sections.flatMap(({ heading }) => (heading === null ? [] : [heading]));
          return (
            <li key={path}>
              <button type="button" class="plain" onClick={() => onShowPage(source)}>
                [{number}] {title}
              </button>
              {headings.length > 0 && <span class="sections">{headings.join(" · ")}</span>}
              {updatedAt !== null && (
                <span class="age">{fill(strings.changed, { age: ageOf(updatedAt, language) })}</span>
              )}
              {isSafeAddress(url) && (
                <a href={url} aria-label={`${strings.openPage}: ${title}`}>
                  ↗
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const DAY_MS = 86_400_000;

function ageOf(updatedAt: string, language: string): string {
  const days = Math.round((Date.now() - Date.parse(updatedAt)) / DAY_MS);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (days < 45) return format.format(-days, "day");
  return days < 700 ? format.format(-Math.round(days / 30), "month") : format.format(-Math.round(days / 365), "year");
}

/** Drawn, because not every machine has a font with the sign. */
function Thumb({ isDown }: { isDown: boolean }) {
  return (
    <svg class={isDown ? "down" : undefined} viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        d="M7 11v9H3v-9h4Zm0 0 4-8c1.7 0 3 1.3 3 3v4h5.3c1.2 0 2.1 1.1 1.9 2.3l-1.1 6c-.2 1-1 1.7-2 1.7H7"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linejoin="round"
      />
    </svg>
  );
}

function Actions({ turn, strings, conversation, isLast, onRate }: TurnProps) {
  const [comment, setComment] = useState("");
  const [isThanked, setThanked] = useState(false);
  const rate = (rating: "up" | "down", text: string | null) => {
    onRate(rating);
    conversation.rate(turn, rating, text).then(
      () => setThanked(text !== null),
      // A rating that is lost is not worth a reader's time.
      () => undefined,
    );
  };
  return (
    <div class="actions">
      {turn.answer !== "" && <CopyButton text={turn.answer} label={strings.copyAnswer} done={strings.copied} />}
      {isLast && (
        <button type="button" class="plain" onClick={() => conversation.replace(turn, turn.question)}>
          {strings.retry}
        </button>
      )}
      {turn.messageId !== null && (
        <>
          {(["up", "down"] as const).map((rating) => (
            <button
              key={rating}
              type="button"
              class="plain"
              aria-label={rating === "up" ? strings.good : strings.bad}
              aria-pressed={turn.rating === rating}
              onClick={() => rate(rating, null)}
            >
              <Thumb isDown={rating === "down"} />
            </button>
          ))}
          {turn.rating !== null && !isThanked && (
            <form
              class="comment"
              onSubmit={(event) => {
                event.preventDefault();
                if (turn.rating !== null) rate(turn.rating, comment);
              }}
            >
              <input
                value={comment}
                maxLength={2_000}
                aria-label={strings.comment}
                placeholder={strings.comment}
                onInput={(event) => setComment(event.currentTarget.value)}
              />
              <button type="submit" class="plain" disabled={comment.trim() === ""}>
                {strings.sendComment}
              </button>
            </form>
          )}
          {isThanked && <span role="status">{strings.thanks}</span>}
        </>
      )}
    </div>
  );
}

/** Questions to choose from. */
export function Choices(props: {
  questions: string[];
  label: string;
  isReady: boolean;
  onAsk(question: string): void;
}) {
  const { questions, label, isReady, onAsk } = props;
  return (
    <div class="choices">
      <h3>{label}</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" dir="auto" disabled={!isReady} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The way to a person, where the project has one. */
export function Person({ contact, label }: { contact: string | null; label: string }) {
  if (contact === null || !isSafeAddress(contact)) return null;
  return (
    <>
      {" "}
      <a href={contact} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </>
  );
}
