/** Who called (see `clientAddress`): the server sets it on every request, whatever the caller sent under this name. */
export const REMOTE_ADDRESS_HEADER = "x-docsteward-remote-address";
