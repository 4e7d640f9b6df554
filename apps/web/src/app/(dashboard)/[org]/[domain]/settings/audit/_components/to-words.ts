/** Says an entry of the audit log in words: `key.revoked` is "Key revoked". */
export const toWords = {
  action(action: string): string {
    const words = action.replaceAll(/[._]/g, " ");
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  },

  details(details: Record<string, unknown>): string {
    return Object.entries(details)
      .filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") || "none" : String(value)}`)
      .join(" · ");
  },
};
