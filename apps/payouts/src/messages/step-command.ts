import type { SealedPayoutOperation } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { type MerchantSeals, sealedFacts } from '@payorch/platform/sealing';
import type { Attempt } from '../domain/attempt';
import type { Payout } from '../domain/payout';

/** The ids that every message about a payout's operation carries. */
export const idsOf = (payout: Payout, attempt: Attempt) => ({
  operationId: attempt.operation,
  merchantId: payout.merchantId,
  profileId: payout.profileId,
  payoutId: payout.payoutId,
  payoutAttemptId: attempt.id,
});

/**
 * What the command of a step carries beside its account: the same facts for every step, since routing sends the first one, which it
 * cannot open.
 */
export function stepOperation(
  payout: Payout,
  attempt: Attempt,
  seals: Pick<MerchantSeals, 'seal'>,
): SealedPayoutOperation {
  const { fields, destination } = payout;
  if (!destination) throw new InvariantError('a step has a destination');
  const { card } = destination;
  return sealedFacts(
    'payout_fulfill',
    {
      ...idsOf(payout, attempt),
      money: fields.money,
      payoutType: destination.type,
      payoutMethodType: destination.methodType,
      entityType: fields.entityType,
      priority: fields.priority,
      recurring: fields.recurring,
      businessCountry: fields.businessCountry,
      customerId: fields.customerId,
      card: card && { ...card, holderName: null },
      sealedDestination: destination.sealed,
      billingCountry: countryOf(fields.billing),
      recipientReference: attempt.recipientReference,
      recipientAccountReference: attempt.recipientAccountReference,
      reference: attempt.reference,
      description: fields.description,
      metadata: fields.metadata,
      cardHolderName: card && card.holderName,
      customer: fields.customer,
      billing: fields.billing,
    },
    seals,
  );
}
