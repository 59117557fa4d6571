import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';

/** The account that receives open-banking payments, by its kind in the interface. */
type RecipientAccount = Readonly<Partial<Record<string, AccountFields>>>;

interface AccountFields {
  readonly iban?: string;
  readonly account_number?: string;
  readonly sort_code?: string;
  readonly number?: string;
}

/** The part of the request that every check here reads. */
const path = 'additional_merchant_data.open_banking_recipient_data.account_data';
const wrong = (message: string): Refusal => refuse('invalid_request', { message, path });
const alphanumeric = /^[0-9A-Za-z]+$/;
const digits = /^\d+$/;

/**
 * IBAN check digits (ISO 13616): letters count as 10 to 35, the first four characters move to the end, and the number
 * modulo 97 is one.
 */
function hasRightCheckDigits(iban: string): boolean {
  const turned = iban.slice(4) + iban.slice(0, 4);
  const number = [...turned].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(number) % 97n === 1n;
}

function checkIban({ iban = '' }: AccountFields): Refusal | undefined {
  if (iban.length > 34) return wrong('IBAN length must be up to 34 characters');
  if (iban.length < 15) return wrong('IBAN length must be between 15 and 34 characters');
  if (!alphanumeric.test(iban)) return wrong('IBAN data must be alphanumeric');
  return hasRightCheckDigits(iban) ? undefined : wrong('Invalid IBAN');
}

function checkElixir(account: AccountFields): Refusal | undefined {
  const { iban = '' } = account;
  if (!iban.startsWith('PL')) return wrong('Elixir IBAN must be Polish (PL)');
  return iban.length === 28 ? checkIban(account) : wrong('Polish IBAN must be 28 characters');
}

const checkBritish = ({ account_number = '', sort_code = '' }: AccountFields): Refusal | undefined =>
  /^\d{8}$/.test(account_number) && /^\d{6}$/.test(sort_code) ? undefined : wrong('Invalid BACS numbers');

const checkGiro =
  (name: string, shortest: number, longest: number) =>
  ({ number = '' }: AccountFields): Refusal | undefined => {
    if (!digits.test(number)) return wrong(`${name} number must be numeric`);
    const isFine = number.length >= shortest && number.length <= longest;
    return isFine ? undefined : wrong(`${name} number must be between ${shortest} and ${longest} digits`);
  };

const checks: Readonly<Partial<Record<string, (account: AccountFields) => Refusal | undefined>>> = {
  iban: checkIban,
  sepa: checkIban,
  sepa_instant: checkIban,
  elixir: checkElixir,
  bacs: checkBritish,
  faster_payments: checkBritish,
  bankgiro: checkGiro('Bankgiro', 7, 8),
  plusgiro: checkGiro('Plusgiro', 2, 8),
};

/** Checks the account in `additional_merchant_data`; an account that the processor knows by an id passes. */
export function checkRecipientAccount(merchantData: object | null | undefined): Refusal | undefined {
  const sent = merchantData as { open_banking_recipient_data?: { account_data?: RecipientAccount } } | null | undefined;
  for (const [kind, account] of Object.entries(sent?.open_banking_recipient_data?.account_data ?? {})) {
    const refused = account && checks[kind]?.(account);
    if (refused) return refused;
  }
  return undefined;
}
