import type { VectorCases } from './vector-case';
import { johnDoe, other } from './vector-case';

/** Bank debits. */
export const debits: VectorCases = {
  'authorize Ach': other(
    'bank_debit',
    'ach',
    'ach_bank_debit',
    {
      ...johnDoe,
      account_number: '000123456789',
      routing_number: '110000000',
      bank_type: 'checking',
      bank_holder_type: 'personal',
    },
    'holder',
    'consent',
    'accountKind',
  ),
  'authorize Bacs': other(
    'bank_debit',
    'bacs',
    'bacs_bank_debit',
    { ...johnDoe, account_number: '55779911', sort_code: '200000' },
    'holder',
    'consent',
  ),
  'authorize Becs': other(
    'bank_debit',
    'becs',
    'becs_bank_debit',
    { ...johnDoe, account_number: '000123456', bsb_number: '000000' },
    'holder',
    'consent',
  ),
  'authorize Sepa': other(
    'bank_debit',
    'sepa',
    'sepa_bank_debit',
    { ...johnDoe, iban: 'DE89370400440532013000' },
    'holder',
    'consent',
  ),
};
