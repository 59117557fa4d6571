/** Whether a proven domain serves a link of the merchant. */
export type IsProven = (domain: string) => Promise<boolean>;

export interface PageAddress {
  /** The host of the request. */
  readonly host: string | undefined;
  /** The gateway's own address. */
  readonly publicUrl: string;
  /** The link's own address. */
  readonly linkAddress: string;
}

/**
 * Whether a page of a link may answer under the host of its request: the gateway's own, the domain in the link's own
 * address while the merchant has proven it, or an address of this machine's network, which is no merchant's domain. A page
 * of one merchant must not look as if it were another's.
 */
export async function mayAnswerUnder(
  { host, publicUrl, linkAddress }: PageAddress,
  isProven: IsProven,
): Promise<boolean> {
  const name = hostName(host);
  if (name === undefined) return false;
  if (name === 'localhost' || isAddress(name) || nameIn(publicUrl) === name) return true;
  return nameIn(linkAddress) === name && isProven(name);
}

const nameIn = (address: string): string => new URL(address).hostname.replace(/\.$/, '');

/** `URL` has normalized the name: only an IPv4 address ends in a number, and only an IPv6 address has brackets. */
const isAddress = (name: string): boolean => /^\d+(?:\.\d+){3}$/.test(name) || name.startsWith('[');

/** Without the port and a last dot. */
function hostName(host: string | undefined): string | undefined {
  if (!host || !/^[\w.:[\]-]{1,262}$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
