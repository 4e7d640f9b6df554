"use client";

import { Button } from "@docsteward/ui/button";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { useMutation } from "@tanstack/react-query";
import { MessageSquare, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, type FormEvent, type KeyboardEvent, type ReactNode, use, useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { LeaveGuard } from "../leave-guard.tsx";
import { hasRole, useProject } from "../project-context.tsx";

/** One remark of a reviewer. Without a line it is about the whole file. */
export type ReviewComment = { id: number; path: string; line: number | null; text: string };

/** Where a remark is being written. */
type Place = { path: string; line: number | null };

type Review = {
  comments: readonly ReviewComment[];
  open: Place | null;
  setOpen: (place: Place | null) => void;
  /** A remark that was begun and not added: Escape and another line keep it. */
  draft: string;
  setDraft: (text: string) => void;
  add: (comment: Omit<ReviewComment, "id">) => void;
  remove: (id: number) => void;
};

const ReviewContext = createContext<Review | null>(null);

/** The review of the differences around it; null where remarks cannot be sent. */
export const useReview = () => use(ReviewContext);

type Props = { site: { org: string; domain: string }; number: number; jobId: string | null; children: ReactNode };

/** Collects remarks on a pull request's difference and sends them to its job, all in one message. */
export function ReviewProvider({ site, number, jobId, children }: Props) {
  const { role } = useProject();
  const [comments, setComments] = useState<readonly ReviewComment[]>([]);
  const [open, setOpen] = useState<Place | null>(null);
  const [draft, setDraft] = useState("");
  if (jobId === null || !hasRole(role, "member")) return children;
  const review: Review = {
    comments,
    open,
    setOpen,
    draft,
    setDraft,
    add(comment) {
      setComments((known) => [...known, { ...comment, id: (known.at(-1)?.id ?? 0) + 1 }]);
      setOpen(null);
      setDraft("");
    },
    remove: (id) => setComments((known) => known.filter((comment) => comment.id !== id)),
  };
  return (
    <ReviewContext value={review}>
      {children}
      <LeaveGuard isDirty={draft.trim() !== ""} />
      {comments.length > 0 && (
        <SendBar site={site} number={number} jobId={jobId} comments={comments} onClear={() => setComments([])} />
      )}
    </ReviewContext>
  );
}

type SendBarProps = Omit<Props, "children" | "jobId"> & {
  jobId: string;
  comments: readonly ReviewComment[];
  onClear: () => void;
};

function SendBar({ site, number, jobId, comments, onClear }: SendBarProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const send = useMutation(
    trpc.job.sendMessage.mutationOptions({
      onSuccess: () => {
        onClear();
        router.push(`/${site.org}/${site.domain}/jobs/${jobId}`);
      },
    }),
  );
  const count = comments.length === 1 ? "1 comment" : `${comments.length} comments`;
  return (
    <section
      aria-label="Review"
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border bg-popover px-3 py-2 shadow-lg"
    >
      <LeaveGuard isDirty={!send.isPending && !send.isSuccess} />
      <p className="font-medium">{count}</p>
      <p className="min-w-0 flex-1 text-muted-foreground text-xs">The agent gets them as one follow-up.</p>
      <Button size="sm" onClick={onClear}>
        Discard
      </Button>
      <Button
        size="sm"
        variant="primary"
        disabled={send.isPending}
        onClick={() => send.mutate({ ...site, id: jobId, prompt: writeReview(number, comments) })}
      >
        {send.isPending ? "Sending…" : "Send to the agent"}
      </Button>
      <FormError message={send.error?.message} />
    </section>
  );
}

/** The remarks as one instruction, by file and line. */
export function writeReview(number: number, comments: readonly ReviewComment[]): string {
  const lines = comments.map(({ path, line, text }) => {
    const place = line === null ? `\`${path}\`` : `\`${path}\`, line ${line}`;
    return `- ${place}: ${text.trim().replace(/\n/g, "\n  ")}`;
  });
  return `Address these review comments on pull request #${number}. Line numbers are those of the changed files.\n\n${lines.join("\n")}`;
}

/** The remarks on one file, and the field for the next one. */
export function FileComments({ path }: { path: string }) {
  const review = useReview();
  if (review === null) return null;
  const own = review.comments.filter((comment) => comment.path === path);
  return (
    <>
      {own.length > 0 && (
        <ul aria-label={`Comments on ${path}`} className="flex flex-col gap-1.5 border-t px-3 py-2">
          {own.map(({ id, line, text }) => (
            <li key={id} className="flex items-start gap-2">
              <MessageSquare aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" />
              <p className="min-w-0 flex-1 whitespace-pre-wrap break-words">
                {line !== null && <span className="text-muted-foreground">Line {line}: </span>}
                {text}
              </p>
              <Button variant="ghost" size="icon" aria-label="Remove comment" onClick={() => review.remove(id)}>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {review.open?.path === path ? (
        <CommentForm key={review.open.line} place={review.open} review={review} />
      ) : (
        <div className="flex justify-end border-t px-2 py-1">
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Comment on ${path}`}
            onClick={() => review.setOpen({ path, line: null })}
          >
            <MessageSquare aria-hidden />
            Comment
          </Button>
        </div>
      )}
    </>
  );
}

function CommentForm({ place: { path, line: clicked }, review }: { place: Place; review: Review }) {
  const [line, setLine] = useState(clicked === null ? "" : String(clicked));
  const { draft: text, setDraft: setText } = review;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const number = Number.parseInt(line, 10);
    if (text.trim() !== "") review.add({ path, line: Number.isInteger(number) && number > 0 ? number : null, text });
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        if (event.key === "Escape") review.setOpen(null);
      }}
      className="flex flex-col gap-2 border-t px-3 py-2.5"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Line" isOptional className="w-28">
          <Input inputMode="numeric" value={line} onValueChange={setLine} isSmall />
        </Field>
        <Field label="Comment" className="min-w-0 flex-1 basis-64">
          <Textarea autoFocus value={text} onChange={({ target }) => setText(target.value)} height="short" />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button
          size="sm"
          onClick={() => {
            review.setOpen(null);
            setText("");
          }}
        >
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" disabled={text.trim() === ""}>
          Add comment
        </Button>
      </div>
    </form>
  );
}
