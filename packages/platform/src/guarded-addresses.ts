import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

export type AddressGuard = {
  /** Whether an address may be connected to. Asked of every address that the host's name stands for. */
  isAllowed: (address: string) => boolean;
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
};

/** The host stands for an address that may not be connected to. Nothing was sent. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

const resolveAll = (hostname: string) => dns.lookup(hostname, { all: true });

/** The addresses of a host, all of which may be connected to. @throws AddressRefusedError; else what the resolver says */
export async function findAllowedAddresses(
  { hostname: bracketed }: URL,
  { isAllowed, resolve = resolveAll }: AddressGuard,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const hostname = bracketed.replace(/^\[|\]$/g, "");
  const family = isIP(hostname);
  const addresses = family === 0 ? await orAbort(resolve(hostname), signal) : [{ address: hostname, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (refused === undefined && addresses.length > 0) return addresses;
  throw new AddressRefusedError(`${hostname} resolves to ${refused?.address ?? "no address"}, which isn't allowed.`);
}

/** Makes a connection go to addresses that were checked, whatever its name stands for by then. */
export function lookupOf(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    if (all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? "", first?.family);
  };
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  return Promise.race([work, aborted]);
}
