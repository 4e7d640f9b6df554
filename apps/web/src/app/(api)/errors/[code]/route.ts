import { ERRORS } from "@docsteward/contract/error";
import { endpoint, unknownRoute } from "#server/http/endpoint.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";

/** What the `type` of every problem leads to: anybody may read what its code means. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request, context) => {
    const code = (await context.params)?.code;
    const known = Object.entries(ERRORS).find(([name]) => name === code);
    if (known === undefined) return unknownRoute.GET(request, context);
    const [name, { status, title, meaning }] = known;
    return new Response(`${title} (${status}, ${name})\n\n${meaning.replaceAll("`", "")}\n`, {
      headers: { ...apiHeaders(requestIdOf(request)), "Content-Type": "text/plain; charset=utf-8" },
    });
  },
});
