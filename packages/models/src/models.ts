import type { Model } from "./model.ts";

export type Models = {
  /** The model of a job that names none. */
  readonly defaultName: string;
  /** What is offered. */
  readonly names: readonly string[];
  /**
   * The model behind a name. A name that is not offered here gives the default, so that `sonnet` works on an offline
   * installation and a job outlives a change of provider: show the `name` of the result, not the one asked for.
   */
  get(name?: string): Model;
};

/** @param models the default first */
export function toModels(models: [Model, ...Model[]]): Models {
  const [first] = models;
  return {
    defaultName: first.name,
    names: models.map((model) => model.name),
    get: (name) => models.find((model) => model.name === name) ?? first,
  };
}
