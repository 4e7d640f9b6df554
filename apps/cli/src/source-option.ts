import { UsageError } from "./options.ts";

/** `app=../app@main`, or `app=../app@v1..v2` for a change between two refs. */
export type SourceOption = { name: string; folder: string; ref: string; base: string | null };

const SOURCE = /^([a-z0-9][a-z0-9-]{0,39})=([^@]+)(?:@(.+))?$/;

/** Reads one `--source`, and puts it behind the earlier ones. */
export function addSource(text: string, earlier: readonly SourceOption[]): SourceOption[] {
  const [, name = "", folder = "", refs = "HEAD"] = SOURCE.exec(text) ?? [];
  if (name === "") throw new UsageError(`"${text}" isn't a source. Use the form app=../app@main.`);
  if (earlier.some((source) => source.name === name)) throw new UsageError(`Two sources have the name "${name}".`);
  const dots = refs.indexOf("..");
  const [base, ref] = dots < 0 ? [null, refs] : [refs.slice(0, dots), refs.slice(dots + 2) || "HEAD"];
  return [...earlier, { name, folder, ref, base }];
}
