/** What inline scripts of a page are named with: the server sets it on every page's request, whatever the caller sent. */
export const NONCE_HEADER = "x-docsteward-nonce";
