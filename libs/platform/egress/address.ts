import { BlockList, isIP } from 'node:net';

/** Networks outside the public internet, from the registries of special-purpose addresses. */
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Networks within 2000::/3. Every address outside 2000::/3 (loopback, local, mapped, translated, multicast) is closed
 * anyway.
 */
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A set of networks; undefined if a text is not a network. */
export function networks(cidrs: readonly string[]): BlockList | undefined {
  const set = new BlockList();
  for (const cidr of cidrs) {
    const match = /^([0-9A-Fa-f.:]+)\/(\d{1,3})$/.exec(cidr);
    const [address, bits] = [match?.[1] ?? '', Number(match?.[2])];
    if (!isIP(address) || bits > (isIP(address) === 6 ? 128 : 32)) return undefined;
    set.addSubnet(address, bits, familyOf(address));
  }
  return set;
}

const closed = networks([...closed4, ...closed6])!;
const global6 = networks(['2000::/3'])!;

/** Whether an address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (version === 6 && !global6.check(address, 'ipv6')) return false;
  return !closed.check(address, familyOf(address));
}

export interface EgressPolicy {
  /** Non-public networks that are allowed on any port: an explicit list for test set-ups. */
  readonly allowed: BlockList;
  readonly ports: ReadonlySet<number>;
  readonly httpsOnly: boolean;
}

/** IPv4 addresses in IPv6 form: a list of IPv4 networks must not admit them. */
const mapped = networks(['::ffff:0:0/96'])!;
const isMapped = (address: string): boolean => isIP(address) === 6 && mapped.check(address, 'ipv6');

/** Whether a connection to this address and port is allowed. */
export const mayConnect = (address: string, port: number, policy: EgressPolicy): boolean =>
  isIP(address) !== 0 &&
  !isMapped(address) &&
  (policy.allowed.check(address, familyOf(address)) || (policy.ports.has(port) && isPublic(address)));
