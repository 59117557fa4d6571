import type { FlowOperations } from '@payorch/connector-kit';
import type { PayoutBankAccount, PayoutEntityType } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { z } from 'zod';

type Operation = FlowOperations['payoutRecipient'];

const text = z.string().nullish();
/** Of a billing address, what a recipient needs. */
const billing = z.object({
  address: z
    .object({ line1: text, city: text, state: text, zip: text, country: text, first_name: text, last_name: text })
    .nullish(),
});

const addressOf = (operation: Operation) => billing.safeParse(operation.billing).data?.address ?? {};

/** `lowercase` is a business on the interface. */
const persons: ReadonlySet<PayoutEntityType> = new Set(['Individual', 'NaturalPerson', 'Personal']);

/** The holder of the account, or else the name of the customer or of the billing address. */
function holderOf(operation: Operation, { accountHolderName }: PayoutBankAccount) {
  const { first_name: first, last_name: last } = addressOf(operation);
  return accountHolderName ?? operation.customer.name ?? [first, last].filter(Boolean).join(' ');
}

/** Wise pays to a bank in the United States only with the recipient's address. */
function usAddress(operation: Operation) {
  const { line1, city, state, zip, country } = addressOf(operation);
  const address = { firstLine: line1, city, state, postCode: zip, country };
  return Object.values(address).some(Boolean) ? { address } : {};
}

/** The form of the recipient for each kind of account. An IBAN names its bank, so that no BIC is sent. */
function formOf(operation: Operation, to: PayoutBankAccount): { readonly type: string; readonly details: object } {
  switch (to.kind) {
    case 'ach':
      return {
        type: 'aba',
        details: {
          abartn: to.routingNumber,
          accountNumber: to.accountNumber,
          // The interface does not say which; Wise requires one of CHECKING and SAVINGS.
          accountType: 'CHECKING',
          ...usAddress(operation),
        },
      };
    case 'bacs':
      return { type: 'sort_code', details: { sortCode: to.sortCode, accountNumber: to.accountNumber } };
    case 'sepa':
      return { type: 'iban', details: { IBAN: to.iban } };
    case 'pix':
      throw new InvariantError('Wise is no connector for Pix');
  }
}

const isBankAccount = (to: Operation['destination']): to is PayoutBankAccount =>
  to !== null && ['ach', 'bacs', 'sepa', 'pix'].includes(to.kind);

/** The body that creates a recipient. Throws for what is no bank account, so that the operation is not sent. */
export function recipientOf(operation: Operation, profile: string): object {
  const { destination, entityType, money } = operation;
  if (!isBankAccount(destination)) throw new InvariantError('Wise pays to bank accounts only');
  const { type, details } = formOf(operation, destination);
  return {
    currency: money.currency,
    type,
    profile,
    accountHolderName: holderOf(operation, destination),
    details: { legalType: persons.has(entityType) ? 'PRIVATE' : 'BUSINESS', ...details },
  };
}
