import { InvariantError } from '@payorch/kernel';
import { listOf, type Setting } from '@payorch/platform/config';
import { networks, type EgressPolicy } from './address';

/** EGRESS_ALLOW: networks of a test set-up that may be called though they are not public, on any port. */
export const egressAllow = (): Setting<readonly string[]> => ({
  ...listOf('EGRESS_ALLOW', /^$|^[0-9A-Fa-f.:]+\/\d{1,3}$/, '127.0.0.1/32', { fallback: '' }),
  refusedInProduction: (text) => (text === '' ? undefined : 'is set: production reaches the public internet alone'),
});

/** EGRESS_PORTS: where public addresses may be called; a list for networks that EGRESS_ALLOW names is not needed. */
export const egressPorts = (): Setting<readonly string[]> =>
  listOf('EGRESS_PORTS', /^\d{1,5}$/, '443', { fallback: '443' });

/** The rules of a service that was configured so: whoever stores a merchant's URL and whoever calls it share them. */
export function egressPolicy(config: {
  readonly egressAllow: readonly string[];
  readonly egressPorts: readonly string[];
  readonly mode: string;
}): EgressPolicy {
  const { egressAllow: cidrs, egressPorts: ports, mode } = config;
  const allowed = networks(cidrs.filter((cidr) => cidr !== ''));
  if (!allowed) throw new InvariantError(`EGRESS_ALLOW holds what is no network: ${cidrs.join(', ')}`);
  return { allowed, ports: new Set(ports.map(Number)), httpsOnly: mode === 'production' };
}
