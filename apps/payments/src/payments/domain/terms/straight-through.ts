import type { StraightThrough } from '@payorch/contracts';
import { choicesOfRequest } from '@payorch/routing-rules';
import type { Payment } from '../payment';

export const connectorsOf = (requested: StraightThrough): readonly string[] =>
  choicesOfRequest(requested).map(({ connector }) => connector);

/** The accounts that the merchant requested, without those that its client ruled out. */
export function narrowedStraightThrough({
  straightThrough,
  narrowedTo,
}: Pick<Payment, 'straightThrough' | 'narrowedTo'>): StraightThrough | null {
  if (narrowedTo === null) return straightThrough;
  if (straightThrough === null) return { kind: 'connectors', connectors: [...narrowedTo] };
  const isLeft = (connector: string): boolean => narrowedTo.includes(connector);
  switch (straightThrough.kind) {
    case 'connectors':
      return { kind: 'connectors', connectors: straightThrough.connectors.filter(isLeft) };
    case 'accounts':
      return { ...straightThrough, accounts: straightThrough.accounts.filter(({ connector }) => isLeft(connector)) };
    // The client's choice takes the place of the merchant's rules, within what they name.
    case 'algorithm':
      return { kind: 'connectors', connectors: [...new Set(connectorsOf(straightThrough).filter(isLeft))] };
  }
}
