import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, `::` filled up. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
}

/**
 * What counts as one address: of IPv6 the network of 64 bits, for each customer of a provider has at least that many; an
 * IPv4 address written as IPv6 is the IPv4 address.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const network = groupsOf(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
