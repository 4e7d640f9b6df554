import type { WidgetConfig } from "@docsteward/contract/widget";
import type { WidgetOptions } from "./options.ts";

/** Why a call failed, as a kind that has words in every language. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: "offline" | "unreachable" | "rateLimited" | "unavailable" | "key" | "origin" | "failed";
  readonly values: Record<string, string | number>;

  constructor(kind: ServiceError["kind"], values: Record<string, string | number> = {}) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

const KINDS: Record<string, ServiceError["kind"]> = {
  missing_key: "key",
  invalid_key: "key",
  revoked_key: "key",
  expired_key: "key",
  wrong_key_type: "key",
  origin_not_allowed: "origin",
  rate_limited: "rateLimited",
  quota_exceeded: "unavailable",
  budget_exceeded: "unavailable",
  unavailable: "unavailable",
  upstream_error: "unavailable",
};

/** A question with all that is sent with it. */
export type Question = {
  chatId: string;
  threadId: string | null;
  /** Questions and answers before this one, oldest first. */
  history: readonly { question: string; answer: string }[];
  question: string;
  selection: string | null;
};

/** What {@link connect} says when it has asked the project for its settings. */
export type ServiceEvents = { onOpened(config: WidgetConfig): void; onFailed(error: ServiceError): void };

/** The calls to the service. Each fails with a {@link ServiceError}, and waits until the project's settings are loaded. */
export function connect(options: WidgetOptions & { host: string }, { onOpened, onFailed }: ServiceEvents) {
  let opened: Promise<WidgetConfig> | null = null;

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = typeof options.readerToken === "function" ? await options.readerToken() : options.readerToken;
    const headers = {
      Authorization: `Bearer ${options.key}`,
      ...(init.body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { "X-Reader-Token": token }),
    };
    const response = await fetch(options.host + path, { ...init, headers, credentials: "omit" }).catch((cause) => {
      if (init.signal?.aborted) throw cause;
      throw new ServiceError(navigator.onLine ? "unreachable" : "offline");
    });
    if (response.ok) return response;
    throw await toError(response);
  };
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    call(path, { method: "POST", body: JSON.stringify(body), signal });
  const load = async (): Promise<WidgetConfig> => {
    try {
      const config = (await (await call("/discovery/v1/widget")).json()) as WidgetConfig;
      onOpened(config);
      return config;
    } catch (error) {
      // The next call tries again.
      opened = null;
      const failure = error instanceof ServiceError ? error : new ServiceError("unreachable");
      onFailed(failure);
      throw failure;
    }
  };
  const open = () => {
    opened ??= load();
    return opened;
  };
  const domain = async () => encodeURIComponent((await open()).domain);
  const site = async () => `/discovery/v2/assistant/${await domain()}`;

  return {
    /** What the project says about its assistant: loaded once. */
    open,
    /** @returns the body of the answer's stream */
    async ask({ chatId, threadId, history, question, selection }: Question, signal: AbortSignal) {
      const message = (role: "user" | "assistant", text: string) => ({ role, parts: [{ type: "text", text }] });
      const messages = [
        ...history.flatMap((turn) => [message("user", turn.question), message("assistant", turn.answer)]),
        message("user", question),
      ];
      const { pathname } = location;
      const context = selection === null ? [] : [{ type: "textSelection", value: selection, path: pathname }];
      const body = { id: chatId, fp: "anonymous", messages, currentPath: pathname.slice(0, 200), context };
      return (await post(`${await site()}/message`, { ...body, ...(threadId && { threadId }) }, signal)).body;
    },
    /** The rest of an answer that ran when the page was left; null when none runs. */
    async resume(chatId: string, signal: AbortSignal) {
      const response = await call(`${await site()}/message/${chatId}/stream`, { signal });
      return response.status === 204 ? null : response.body;
    },
    async rate(messageId: string, rating: "up" | "down", comment: string | null): Promise<void> {
      await post(`${await site()}/feedback`, { messageId, rating, comment });
    },
    /** A page of the documentation as Markdown. */
    async readPage(path: string): Promise<string> {
      const response = await post(`/discovery/v1/page/${await domain()}`, { path });
      return ((await response.json()) as { content: string }).content;
    },
  };
}

/** What {@link connect} gives. */
export type Service = ReturnType<typeof connect>;

async function toError(response: Response): Promise<ServiceError> {
  const problem = (await response.json().catch(() => null)) as { code?: string; error?: string } | null;
  const kind = KINDS[problem?.code ?? ""] ?? "failed";
  const seconds = Number(response.headers.get("Retry-After")) || 10;
  return new ServiceError(kind, { seconds, reason: problem?.error ?? String(response.status) });
}
