import type { Answer } from "../server/answer.ts";
import type { State } from "../state.ts";

export type PageRequest = {
  state: State;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Fields of the form, for POST. */
  form: URLSearchParams;
};

export type PageRoute = {
  method: "GET" | "POST";
  path: string;
  /** Whether a form of another site may lead here, as a service's own does with a manifest. */
  isOpen?: boolean;
  answer(request: PageRequest): Answer | Promise<Answer>;
};

export const redirect = (location: string): Answer => ({ status: 303, headers: { location } });
