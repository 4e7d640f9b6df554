/** Says an entry of the audit log in words: `key.revoked` is "Key revoked". */
export const formatAuditEvent = {
  action(action: string): string {
    const words = action.replaceAll(/[._]/g, " ");
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  },

  details(details: Record<string, unknown>): string {
    return Object.entries(details)
      .filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${say(name, value)}`)
      .join(" · ");
  },
};

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/;

function say(name: string, value: unknown): string {
  // An endpoint that names no event gets all of them.
  if (Array.isArray(value)) return value.join(", ") || (name === "events" ? "all" : "none");
  return String(value).replace(TIME, "$1 $2 UTC");
}
