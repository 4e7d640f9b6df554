import { type Operation, takesBody } from "../../operation.ts";

/** What the samples of every language are written from. */
export type SampleCall = {
  method: string;
  /** The address behind the service's own, with `write` applied to each variable. */
  address(write: (variable: string) => string): string;
  /** Variable of the environment that holds the key. */
  key: string;
  /** Every variable of the environment that the sample reads. */
  variables: string[];
  body: unknown;
  isStream: boolean;
};

/** Where the service is, as the samples know it. */
export const URL_VARIABLE = "DOCSTEWARD_URL";

/** Reads from an operation and its example how a person would call it. */
export function toSampleCall(operation: Operation): SampleCall {
  const { method, path, auth, example, produces } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const key = auth === "admin" ? "ADMIN_KEY" : "ASSISTANT_KEY";
  const query = new URLSearchParams(example?.query).toString();
  return {
    method,
    address: (write) =>
      `${write(URL_VARIABLE)}${path.replace(/\{(\w+)\}/g, (_, name) => write(toVariable(name)))}${query && `?${query}`}`,
    key,
    variables: [URL_VARIABLE, ...names.map(toVariable), key],
    body: takesBody(operation) ? (example?.body ?? {}) : undefined,
    isStream: produces !== "json",
  };
}

/** `projectId` is read from PROJECT_ID; the `id` of a path is a job's. */
export function toVariable(name: string): string {
  return name === "id" ? "JOB_ID" : name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
