import type { ChatClient } from "./chat-client.ts";
import { generation4 } from "./generation-4.ts";
import { generation5 } from "./generation-5.ts";

/** The releases that the assistant is proven with: of each generation the first, which is the strictest, and the newest. */
export const CLIENTS: ChatClient[] = [
  generation4,
  generation5("ai 5.0.0", () => Promise.all([import("ai-react-5-first"), import("ai-5-first")])),
  generation5("ai 5.0.277", () => Promise.all([import("ai-react-5-latest"), import("ai-5-latest")])),
  generation5("ai 6.0.0", () => Promise.all([import("ai-react-6-first"), import("ai-6-first")])),
  generation5("ai 6.0.326", () => Promise.all([import("ai-react-6-latest"), import("ai-6-latest")])),
  generation5("ai 7.0.0", () => Promise.all([import("ai-react-7-first"), import("ai-7-first")])),
  generation5("ai 7.0.173", () => Promise.all([import("ai-react-7-latest"), import("ai-7-latest")])),
];
