import type { ThreadListItem } from "@docsteward/services/thread/present";
import { ThreadLine } from "./thread-line.tsx";

const MAX = 5;

/** The newest conversations that this person had here, to go on with. The menu above has all of them. */
export function RecentThreads({ threads, onOpen }: { threads: ThreadListItem[]; onOpen: (threadId: string) => void }) {
  if (threads.length === 0) return null;
  return (
    <section aria-label="Continue a thread" className="flex flex-col gap-2">
      <h2 className="font-medium">Continue a thread</h2>
      <ul className="divide-y rounded-md border">
        {threads.slice(0, MAX).map((thread) => (
          <li key={thread.id}>
            <button
              type="button"
              onClick={() => onOpen(thread.threadId)}
              className="-outline-offset-2 flex w-full cursor-pointer items-baseline gap-2 px-3 py-1.5 text-left hover:bg-accent"
            >
              <ThreadLine thread={thread} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
