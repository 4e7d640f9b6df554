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
