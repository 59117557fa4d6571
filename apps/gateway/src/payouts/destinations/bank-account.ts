import {
  firstRefusal,
  isRefusal,
  type JsonObject,
  type PayoutBankAccount,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import { CountryAlpha2 } from '@payorch/rest';
import { z } from 'zod';
import { masked } from '../../payments';
import { compact, isBic, isIban, isRoutingNumber } from './account-numbers';
import type { OpenAccount } from './open-destination';

const place = 'payout_method_data.bank';

const text = z.string().max(255).nullish();
const atBank = {
  bank_name: text,
  bank_country_code: z.enum(CountryAlpha2).nullish(),
  bank_city: text,
  account_holder_name: text,
};
type AtBank = { readonly [Name in keyof typeof atBank]?: string | null | undefined };

const ach = z.strictObject({ bank_account_number: z.string(), bank_routing_number: z.string(), ...atBank });
const bacs = z.strictObject({ bank_account_number: z.string(), bank_sort_code: z.string(), ...atBank });
const sepa = z.strictObject({ iban: z.string(), bic: z.string().nullish(), ...atBank });
const pix = z.strictObject({
  pix_key: z.string(),
  bank_account_number: z.string().nullish(),
  bank_branch: text,
  bank_name: text,
  tax_id: z.string().nullish(),
  emv: z.string().max(512).nullish(),
  ispb: z.string().nullish(),
});

const commonOf = (sent: AtBank) => ({
  bankName: sent.bank_name ?? null,
  bankCountry: sent.bank_country_code ?? null,
  bankCity: sent.bank_city ?? null,
  accountHolderName: sent.account_holder_name ?? null,
});

const shownOf = (sent: AtBank): JsonObject => ({
  bank_name: sent.bank_name ?? null,
  bank_country_code: sent.bank_country_code ?? null,
  bank_city: sent.bank_city ?? null,
  account_holder_name: sent.account_holder_name ?? null,
});

/** Refuses a field without its value: an account number is in no error text. */
const check = (isValid: boolean, field: string, expected: string) => (): Refusal | undefined =>
  isValid ? undefined : refuse('invalid_format', { field: `${place}.${field}`, expected });

type Read = Refusal | { readonly data: PayoutBankAccount; readonly identity: string; readonly shown: JsonObject };

function readAch(sent: z.infer<typeof ach>): Read {
  const accountNumber = compact(sent.bank_account_number);
  const routingNumber = compact(sent.bank_routing_number);
  const refused = firstRefusal([
    check(/^\d{4,17}$/.test(accountNumber), 'bank_account_number', '4 to 17 digits'),
    check(isRoutingNumber(routingNumber), 'bank_routing_number', 'a routing number of nine digits'),
  ]);
  return (
    refused ?? {
      data: { kind: 'ach', accountNumber, routingNumber, ...commonOf(sent) },
      identity: `${routingNumber}/${accountNumber}`,
      shown: {
        bank_account_number: masked(accountNumber),
        bank_routing_number: masked(routingNumber),
        ...shownOf(sent),
      },
    }
  );
}

function readBacs(sent: z.infer<typeof bacs>): Read {
  const accountNumber = compact(sent.bank_account_number);
  const sortCode = compact(sent.bank_sort_code);
  const refused = firstRefusal([
    check(/^\d{8}$/.test(accountNumber), 'bank_account_number', 'eight digits'),
    check(/^\d{6}$/.test(sortCode), 'bank_sort_code', 'six digits'),
  ]);
  return (
    refused ?? {
      data: { kind: 'bacs', accountNumber, sortCode, ...commonOf(sent) },
      identity: `${sortCode}/${accountNumber}`,
      shown: { bank_sort_code: masked(sortCode), bank_account_number: masked(accountNumber), ...shownOf(sent) },
    }
  );
}

function readSepa(sent: z.infer<typeof sepa>): Read {
  const iban = compact(sent.iban).toUpperCase();
  const bic = sent.bic ? compact(sent.bic).toUpperCase() : null;
  const refused = firstRefusal([
    check(isIban(iban), 'iban', 'an IBAN with correct check digits'),
    check(bic === null || isBic(bic), 'bic', 'a BIC of 8 or 11 characters'),
  ]);
  return (
    refused ?? {
      data: { kind: 'sepa', iban, bic, ...commonOf(sent) },
      identity: iban,
      shown: { iban: masked(iban), bic, ...shownOf(sent) },
    }
  );
}

const taxIdKeys: Readonly<Record<number, 'cpf' | 'cnpj'>> = { 11: 'cpf', 14: 'cnpj' };

function readPix(sent: z.infer<typeof pix>): Read {
  const taxId = sent.tax_id ? sent.tax_id.replaceAll(/[ ./-]/g, '') : null;
  const accountNumber = sent.bank_account_number ? compact(sent.bank_account_number) : null;
  const refused = firstRefusal([
    check(/^[^\s\p{Cc}]{1,77}$/u.test(sent.pix_key), 'pix_key', '1 to 77 characters without blanks'),
    check(accountNumber === null || /^[0-9A-Za-z]{1,20}$/.test(accountNumber), 'bank_account_number', '1 to 20 digits'),
    check(taxId === null || /^(?:\d{11}|\d{14})$/.test(taxId), 'tax_id', 'a CPF of 11 or a CNPJ of 14 digits'),
    check(!sent.ispb || /^\d{8}$/.test(sent.ispb), 'ispb', 'eight digits'),
  ]);
  if (refused) return refused;
  return {
    data: {
      kind: 'pix',
      pixKey: sent.pix_key,
      accountNumber,
      branch: sent.bank_branch ?? null,
      taxId,
      emv: sent.emv ?? null,
      ispb: sent.ispb ?? null,
      ...commonOf(sent),
    },
    identity: sent.pix_key,
    shown: {
      pix_key: masked(sent.pix_key),
      cpf: null,
      cnpj: null,
      ...(taxId !== null && { [taxIdKeys[taxId.length]!]: masked(taxId) }),
      source_bank_account_id: null,
      destination_bank_account_id: masked(accountNumber),
      expiry_date: null,
    },
  };
}

const has = (sent: object, ...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(sent, key));

/** The interface tags no bank account: its fields say which kind it is. */
function read(sent: object): Read | undefined {
  const as = <T>(form: z.ZodType<T>, reader: (value: T) => Read): Read | undefined => {
    const parsed = form.safeParse(sent);
    return parsed.success ? reader(parsed.data) : undefined;
  };
  if (has(sent, 'bank_number', 'country_code'))
    return refuse('not_implemented', { message: `${place} of Trustly is not implemented`, path: place });
  if (has(sent, 'bank_routing_number')) return as(ach, readAch);
  if (has(sent, 'bank_sort_code')) return as(bacs, readBacs);
  if (has(sent, 'pix_key')) return as(pix, readPix);
  return has(sent, 'iban') ? as(sepa, readSepa) : undefined;
}

/** Reads `payout_method_data.bank`; an account of no kind, or with a field that its kind lacks, is refused. */
export function readBankAccount(sent: unknown): OpenAccount | Refusal {
  const account = typeof sent === 'object' && sent !== null ? read(sent) : undefined;
  if (!account) return refuse('invalid_request', { message: 'Payout method data is invalid', path: place });
  return isRefusal(account) ? account : { type: 'bank', ...account };
}
