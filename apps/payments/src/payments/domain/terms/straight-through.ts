import type { StraightThrough } from '@payorch/contracts';
import type { Payment } from '../payment';

export const connectorsOf = (requested: StraightThrough): readonly string[] =>
  requested.kind === 'connectors' ? requested.connectors : requested.accounts.map(({ connector }) => connector);

/** The accounts that the merchant requested, without those that its client ruled out. */
export function narrowedStraightThrough({
  straightThrough,
  narrowedTo,
}: Pick<Payment, 'straightThrough' | 'narrowedTo'>): StraightThrough | null {
  if (narrowedTo === null) return straightThrough;
  if (straightThrough === null) return { kind: 'connectors', connectors: [...narrowedTo] };
  if (straightThrough.kind === 'connectors') {
    return { kind: 'connectors', connectors: straightThrough.connectors.filter((name) => narrowedTo.includes(name)) };
  }
  const accounts = straightThrough.accounts.filter(({ connector }) => narrowedTo.includes(connector));
  return { ...straightThrough, accounts };
}
