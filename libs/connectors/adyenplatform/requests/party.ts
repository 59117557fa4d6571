import type { FlowOperations } from '@payorch/connector-kit';
import type { PayoutEntityType } from '@payorch/contracts';
import { z } from 'zod';
import { nameOf } from './texts';

type Payout = FlowOperations['payoutFulfill'];

const text = z.string().nullish();
const billing = z
  .object({
    address: z
      .object({
        city: text,
        country: text,
        line1: text,
        line2: text,
        zip: text,
        state: text,
        first_name: text,
        last_name: text,
      })
      .nullish(),
  })
  .catch({});

const linesOf = ({ billing: details }: Payout) => billing.parse(details ?? {}).address ?? {};

/** Adyen's kinds of owners. */
const types: Readonly<Record<PayoutEntityType, 'individual' | 'organization'>> = {
  Individual: 'individual',
  NaturalPerson: 'individual',
  Personal: 'individual',
  Company: 'organization',
  NonProfit: 'organization',
  PublicSector: 'organization',
  // The interface's name of a business.
  lowercase: 'organization',
};

/** Adyen refuses an address without a country, and cities and postal codes of fewer than three characters. */
function addressOf(payout: Payout): object | undefined {
  const { city, country, line1, line2, zip, state } = linesOf(payout);
  if (!country) return undefined;
  const long = (line: string | null | undefined) => (line && line.length >= 3 ? line : undefined);
  return { city: long(city), country, line1, line2, postalCode: long(zip), stateOrProvince: state };
}

/** The owner's name: as the destination has it, else of the billing address, else the customer's. */
function fullNameOf(payout: Payout): string {
  const { first_name: first, last_name: last } = linesOf(payout);
  const atDestination = payout.card
    ? payout.card.holderName
    : payout.destination && 'accountHolderName' in payout.destination && payout.destination.accountHolderName;
  return nameOf(atDestination || [first, last].filter(Boolean).join(' ') || payout.customer.name);
}

/** The owner of a bank account, or the business that owns a card. */
const byFullName = (payout: Payout) => ({
  type: types[payout.entityType],
  fullName: fullNameOf(payout),
  address: addressOf(payout),
});

/** The person who owns a card: Adyen requires both names. */
function byNames(payout: Payout) {
  const names = fullNameOf(payout).split(' ');
  return {
    type: 'individual',
    firstName: names.slice(0, -1).join(' ') || names[0],
    lastName: names.at(-1),
    address: addressOf(payout),
  };
}

export const accountHolderOf = byFullName;
export const cardHolderOf = (payout: Payout): object =>
  types[payout.entityType] === 'individual' ? byNames(payout) : byFullName(payout);
