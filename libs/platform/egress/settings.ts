import { InvariantError } from '@payorch/kernel';
import { listOf, type Setting } from '@payorch/platform/config';
import { networks, type EgressPolicy } from './address';

/** EGRESS_ALLOW: non-public networks of a test set-up that may be called, on any port. */
export const egressAllow = (): Setting<readonly string[]> => ({
  ...listOf('EGRESS_ALLOW', /^$|^[0-9A-Fa-f.:]+\/\d{1,3}$/, '127.0.0.1/32', { fallback: '' }),
  refusedInProduction: (text) => (text === '' ? undefined : 'is set: production calls the public internet only'),
});

/** EGRESS_PORTS: the allowed ports of public addresses. Networks in EGRESS_ALLOW need no entry. */
export const egressPorts = (): Setting<readonly string[]> =>
  listOf('EGRESS_PORTS', /^\d{1,5}$/, '443', { fallback: '443' });

/** The egress policy of a service, shared by the code that stores merchants' URLs and the code that calls them. */
export function egressPolicy(config: {
  readonly egressAllow: readonly string[];
  readonly egressPorts: readonly string[];
  readonly mode: string;
}): EgressPolicy {
  const { egressAllow: cidrs, egressPorts: ports, mode } = config;
  const allowed = networks(cidrs.filter((cidr) => cidr !== ''));
  if (!allowed) throw new InvariantError(`EGRESS_ALLOW contains an invalid network: ${cidrs.join(', ')}`);
  return { allowed, ports: new Set(ports.map(Number)), httpsOnly: mode === 'production' };
}
