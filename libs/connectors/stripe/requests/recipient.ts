import type { FlowOperations } from '@payorch/connector-kit';
import type { JsonObject } from '@payorch/contracts';
import { wireCurrency } from '../amounts';
import { metadataOf } from './metadata';
import { billingDetails, countryOf, namesOf } from './methods/billing';

type PayoutOperation = FlowOperations['payoutRecipient'];

/**
 * What only the recipient can say and Stripe requires before it pays them: the acceptance of Stripe's terms and who they are. The
 * merchant names it in the payout's metadata, as `individual_dob_day`. Without it Stripe waits for the recipient's onboarding.
 */
const identity: Readonly<Record<string, readonly string[]>> = {
  tos_acceptance: ['date', 'ip'],
  business_profile: ['mcc', 'url', 'product_description'],
  individual: ['id_number', 'ssn_last_4'],
  individual_dob: ['day', 'month', 'year'],
  company: ['tax_id'],
};
const identityNames: ReadonlySet<string> = new Set(
  Object.entries(identity).flatMap(([group, names]) => names.map((name) => `${group}_${name}`)),
);

const identityOf = (group: keyof typeof identity, metadata: JsonObject | null) =>
  Object.fromEntries((identity[group] ?? []).map((name) => [name, metadata?.[`${group}_${name}`]]));

/** Stripe's words for those who are no individuals. */
const businessTypes: Partial<Record<PayoutOperation['entityType'], string>> = {
  Company: 'company',
  NonProfit: 'non_profit',
  PublicSector: 'government_entity',
};

const holderOf = ({ card, destination, customer }: PayoutOperation): string | null =>
  card?.holderName ??
  (destination && 'accountHolderName' in destination ? destination.accountHolderName : null) ??
  customer.name;

function detailsOf(operation: PayoutOperation) {
  const { billing, customer } = operation;
  const phone = customer.phone === null ? null : `${customer.phoneCountryCode ?? ''}${customer.phone}`;
  const known = { billing, card: null, customerName: customer.name, customerPhone: phone, email: customer.email };
  return billingDetails(known, undefined);
}

/** Names of which the last word is the last name, where the billing address has no names. */
function personOf(operation: PayoutOperation) {
  const { first_name, last_name } = namesOf(operation);
  if (first_name && last_name) return { first_name, last_name };
  const words = (holderOf(operation) ?? '').split(' ');
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) };
}

/** The destination's country, by the kind of its account. */
function bankCountryOf({ destination }: PayoutOperation): string {
  if (destination?.kind === 'sepa') return destination.iban.slice(0, 2).toUpperCase();
  return destination?.kind === 'bacs' ? 'GB' : 'US';
}

/**
 * The fields of the recipient's account. It may receive transfers and nothing else, and Stripe pays nothing out of it by itself:
 * the payout is made by the last step.
 */
export function recipientFields(operation: PayoutOperation) {
  const { id, payoutId, entityType, businessCountry, metadata } = operation;
  const { email, phone, address, name } = detailsOf(operation);
  const businessType = businessTypes[entityType];
  return {
    type: 'custom',
    country: businessCountry ?? countryOf(operation) ?? bankCountryOf(operation),
    email,
    business_type: businessType ?? 'individual',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    business_profile: identityOf('business_profile', metadata),
    tos_acceptance: identityOf('tos_acceptance', metadata),
    ...(businessType
      ? { company: { name: holderOf(operation) ?? name, phone, address, ...identityOf('company', metadata) } }
      : {
          individual: {
            ...personOf(operation),
            email,
            phone,
            address,
            dob: identityOf('individual_dob', metadata),
            ...identityOf('individual', metadata),
          },
        }),
    metadata: metadataOf(null, { order_id: payoutId, operation_id: id }),
  };
}

/** The bank account or the debit card that is paid. Stripe takes a sort code as routing number, and an IBAN as account number. */
export function externalAccount(operation: PayoutOperation) {
  const { card, destination, entityType, money } = operation;
  const currency = wireCurrency(money);
  if (card) {
    const { number, expiryMonth: exp_month, expiryYear: exp_year } = card;
    return { object: 'card', number: number.reveal(), exp_month, exp_year, name: holderOf(operation), currency };
  }
  const bank = {
    object: 'bank_account',
    country: bankCountryOf(operation),
    currency,
    account_holder_name: holderOf(operation),
    account_holder_type: businessTypes[entityType] ? 'company' : 'individual',
  };
  switch (destination?.kind) {
    case 'ach':
      return { ...bank, account_number: destination.accountNumber, routing_number: destination.routingNumber };
    case 'bacs':
      return { ...bank, account_number: destination.accountNumber, routing_number: destination.sortCode };
    case 'sepa':
      return { ...bank, account_number: destination.iban };
    // No capability names another kind. Stripe refuses an account without a number.
    default:
      return bank;
  }
}

/** The metadata of what moves the money: the merchant's, without the recipient's identity, and ours. */
export const payoutMetadata = ({ id, payoutId, metadata }: PayoutOperation) =>
  metadataOf(Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => !identityNames.has(name))), {
    order_id: payoutId,
    operation_id: id,
  });
