"use client";
import { useChat } from "@ai-sdk/react";
import type { ThreadDetails } from "@docsteward/services/thread/get";
import { useQueryClient } from "@tanstack/react-query";
import { DefaultChatTransport } from "ai";
import { useRef, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { type CallSettings, toFields } from "./call-settings.ts";
import { type Activity, isBeingAnswered, type PlaygroundMessage, toMessages } from "./messages.ts";
import type { Token } from "./playground-key.tsx";

export type ConversationInput = {
  chatId: string;
  /** What is stored of it; null for a new one. */
  thread: ThreadDetails | null;
  /** What tells this browser's questions apart from others'. */
  fp: string;
  token: Token;
  settings: CallSettings;
  /** The question is stored, and its answer begins. */
  onBegun: () => void;
  onAnswered: () => void;
};

/** A conversation with the assistant through the public interface; an answer that is on its way is taken up again. */
export function useConversation({ chatId, thread, fp, token, settings, onBegun, onAnswered }: ConversationInput) {
  const { domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [activity, setActivity] = useState<Activity | null>(null);
  // The transport is made once and asks for these at each call.
  const call = useRef({ settings, token, onBegun });
  call.current = { settings, token, onBegun };
  const [transport] = useState(
    () =>
      new DefaultChatTransport<PlaygroundMessage>({
        api: `/discovery/v2/assistant/${domain}/message`,
        headers: async () => ({ Authorization: `Bearer ${await call.current.token.get()}` }),
        fetch: async (...request) => {
          const response = await fetch(...request);
          if (response.ok) call.current.onBegun();
          return response;
        },
        body: () => ({ fp, threadId: chatId, ...toFields(call.current.settings) }),
      }),
  );
  const { messages, sendMessage, regenerate, stop, status, error, clearError } = useChat<PlaygroundMessage>({
    id: chatId,
    transport,
    messages: thread ? toMessages(thread) : [],
    resume: isBeingAnswered(thread) && token.isThere(),
    throttle: 40,
    onData: (part) => {
      if (part.type === "data-activity") setActivity(part.data);
    },
    onFinish: () => {
      setActivity(null);
      onAnswered();
      void queryClient.invalidateQueries({ queryKey: trpc.thread.turn.queryKey() });
    },
  });
  const begin = () => {
    setActivity(null);
    clearError();
  };
  return {
    messages,
    activity,
    error,
    stop,
    isWaiting: status === "submitted",
    isRunning: status === "submitted" || status === "streaming",
    ask(text: string) {
      begin();
      void sendMessage({ text });
    },
    /** Asks the last question again. */
    retry() {
      begin();
      void regenerate();
    },
  };
}
