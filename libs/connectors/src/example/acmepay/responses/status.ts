import type { Outcome } from '@payorch/contracts';
import type { AuthorizeOperation } from '@payorch/connector-kit';
import {
  amountFormats,
  entryOf,
  otherOperation,
  outcomeForAmount,
  unknown,
  unseenStatus,
} from '@payorch/connector-kit';
import { isCurrency } from '@payorch/kernel';
import { declinedBy } from '../errors';
import type { Charge } from './wire';

type RequestedAmount = Pick<AuthorizeOperation, 'id' | 'money'>;

function paid({ id, amount, currency }: Charge, { money }: RequestedAmount): Outcome {
  const reported = isCurrency(currency) ? amountFormats.major_text.read(amount, currency) : undefined;
  return reported
    ? outcomeForAmount('captured', id, reported, money)
    : unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', id);
}

const outcomes: Readonly<Record<string, (charge: Charge, requested: RequestedAmount) => Outcome>> = {
  paid,
  pending: ({ id }) => ({ kind: 'accepted', reference: id }),
  declined: declinedBy,
};

/** The outcome of a charge. A charge that names another operation id is unknown. */
export function chargeOutcome(charge: Charge, requested: RequestedAmount): Outcome {
  if (charge.reference !== requested.id) return otherOperation(charge.id);
  return entryOf(outcomes, charge.status)?.(charge, requested) ?? unseenStatus(charge.status, charge.id);
}
