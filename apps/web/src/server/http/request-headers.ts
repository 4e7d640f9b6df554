import { newId } from "@docsteward/platform/id";

/** Who called (see `clientAddress`): the server sets it on every request, whatever the caller sent under this name. */
export const REMOTE_ADDRESS_HEADER = "x-docsteward-remote-address";

/** The id of a request: the one the server gave it on arrival, or a new one when the handler is called directly. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^req_[0-9A-Z]{26}$/.test(given) ? given : newId("req");
}

/** What inline scripts of a page are named with: the server sets it on every page's request, whatever the caller sent. */
export const NONCE_HEADER = "x-docsteward-nonce";

/** The path of a page's request with its query: the server sets it, for pages that send people elsewhere and back. */
export const PATH_HEADER = "x-docsteward-path";

const MAX_CHARACTERS = 500;
const MAX_LANGUAGES = 10;
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

/** The languages that the header `Accept-Language` asks for, best first: `de-AT, en;q=0.8`. What is malformed is left out. */
export function acceptedLanguages({ headers }: Pick<Request, "headers">): string[] {
  return (headers.get("accept-language") ?? "")
    .slice(0, MAX_CHARACTERS)
    .split(",")
    .flatMap((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return TAG.test(tag) && Number(weight) > 0 ? [{ tag: tag.toLowerCase(), weight: Number(weight) }] : [];
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_LANGUAGES)
    .map(({ tag }) => tag);
}
