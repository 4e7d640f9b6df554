import type { Answer } from "../server/answer.ts";
import type { ApiRequest } from "../server/route.ts";

/** The page of a list that was asked for, with the Link header that leads to its neighbours. */
export function paginate<Item>(
  { query, state, path }: ApiRequest,
  all: readonly Item[],
  present: (page: Item[]) => unknown,
): Answer {
  const size = Math.min(100, Math.max(1, Number(query.get("per_page") ?? 30) || 30));
  const number = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (page: number, rel: string) => {
    const asked = new URLSearchParams(query);
    asked.set("page", `${page}`);
    return `<${state.url}/api/v3${path}?${asked}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, "prev"), link(1, "first")] : []),
    ...(number < last ? [link(number + 1, "next"), link(last, "last")] : []),
  ];
  return {
    status: 200,
    body: present(all.slice((number - 1) * size, number * size)),
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}
