/** The path of a page's request with its query: the server sets it, for pages that send people elsewhere and back. */
export const PATH_HEADER = "x-docsteward-path";
