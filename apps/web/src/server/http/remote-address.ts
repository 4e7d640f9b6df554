/** Who called, as the socket knows it: the server sets it on every request, whatever the caller sent under this name. */
export const REMOTE_ADDRESS_HEADER = "x-docsteward-remote-address";
