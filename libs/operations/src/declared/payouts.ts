import { money, type PayoutId } from '@payorch/kernel';
import {
  jsonObject,
  moneyWire,
  payoutCustomer,
  payoutEntityType,
  payoutId,
  payoutPriority,
  payoutType,
  sealedCard,
  sealedData,
} from '@payorch/values';
import { z } from 'zod';
import { declare, type Lookup, type RecordedCase } from '../declare';

/**
 * What the connector gets of every step of a payout. `reference`: the processor's id of the payout. `recipientReference` and
 * `recipientAccountReference`: its ids of the recipient and of the recipient's account, where earlier steps created them.
 */
const facts = {
  payoutId,
  money: moneyWire,
  payoutType,
  /** `credit`, `debit`, or the kind of the account: `sepa`, `paypal`. */
  payoutMethodType: z.string(),
  entityType: payoutEntityType,
  priority: payoutPriority.nullable(),
  recurring: z.boolean(),
  businessCountry: z.string().nullable(),
  customerId: z.string().nullable(),
  /** Without the holder's name; null: the destination is no card. */
  card: sealedCard.nullable(),
  recipientReference: z.string().nullable(),
  recipientAccountReference: z.string().nullable(),
  reference: z.string().nullable(),
};

/** Who receives the money, and what the merchant wrote about it. */
const sealed = {
  description: z.string().nullable(),
  metadata: jsonObject.nullable(),
  cardHolderName: z.string().nullable(),
  customer: payoutCustomer,
  billing: jsonObject.nullable(),
};

const internal = {
  /** `payoutDestinationData`; null: the destination is a card. */
  sealedDestination: sealedData.nullable(),
  /** The country of the billing address, by which routing decides. */
  billingCountry: z.string().nullable(),
};

const sample = {
  payoutId: 'payout_sampleAAAAAAAAAAAAAAAAA' as PayoutId,
  money: money(6540n, 'EUR'),
  payoutType: 'bank',
  payoutMethodType: 'sepa',
  entityType: 'Individual',
  priority: null,
  recurring: false,
  description: 'Winnings of March',
  metadata: null,
  businessCountry: 'NL',
  customerId: 'customer_sample',
  recipientReference: 'recipient_sample',
  recipientAccountReference: 'account_sample',
  reference: 'payout_ref_sample',
  cardHolderName: null,
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null, phoneCountryCode: null },
  billing: null,
} as const;

/**
 * A step of a payout at its processor. All steps have the same facts, sealed for all of them at once: routing, which cannot open
 * them, sends the first step of the connector that it chooses.
 */
const step = <const Name extends string, const Found extends Lookup | null>(
  name: Name,
  { lookup, cases }: { readonly lookup: Found; readonly cases: readonly RecordedCase[] },
) => declare(name, { owner: 'payout', sealedAs: 'payout', facts, sealed, internal, lookup, cases, sample });

const own = { flow: 'payoutSync', by: 'own' } as const;
const given = { flow: 'payoutSync', by: 'given' } as const;

/** Asks whether the recipient may be paid. Nothing is created. */
export const payoutEligibility = step('payout_eligibility', { lookup: null, cases: ['success', 'refusal', 'fault'] });

/** Creates the recipient at the processor. Moves no money, so a lost answer is no doubt about money. */
export const payoutRecipient = step('payout_recipient', { lookup: null, cases: ['success', 'refusal', 'fault'] });

/** Creates the recipient's account that is paid. The processor may first require more of the recipient. */
export const payoutRecipientAccount = step('payout_recipient_account', {
  lookup: own,
  cases: ['success', 'refusal', 'fault'],
});

/** Creates the payout at the processor, which may move the money as far as the recipient's account there. */
export const payoutCreate = step('payout_create', {
  lookup: own,
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
});

/** Sends the money on its way. Where the processor has no step before it, `reference` is null. */
export const payoutFulfill = step('payout_fulfill', {
  lookup: own,
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
});

/** Cancels a payout that the processor has not paid. */
export const payoutCancel = step('payout_cancel', { lookup: given, cases: ['success', 'refusal', 'fault'] });

/** The steps of a payout, in their order. Connectors name those that they have; `payout_fulfill` is the last of each. */
export const payoutSteps = [
  'payout_eligibility',
  'payout_recipient',
  'payout_recipient_account',
  'payout_create',
  'payout_fulfill',
] as const;
export type PayoutStep = (typeof payoutSteps)[number];
