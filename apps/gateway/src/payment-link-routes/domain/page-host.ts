import { isIP } from 'node:net';

/**
 * Whether a page of a link may answer under the host of its request: the gateway's own, the domain in the link's own
 * address, or an address of this machine's network, which is no merchant's domain. A page of one merchant must not look as
 * if it were another's.
 */
export function mayAnswerUnder(host: string | undefined, publicUrl: string, linkAddress: string): boolean {
  const name = hostName(host);
  if (name === undefined) return false;
  if (name === 'localhost' || isIP(name) !== 0) return true;
  return [publicUrl, linkAddress].some((address) => new URL(address).hostname.replace(/\.$/, '') === name);
}

/** Without the port, a last dot, and the brackets of an IPv6 address. */
function hostName(host: string | undefined): string | undefined {
  if (!host || !/^[\w.:[\]-]{1,262}$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
}
