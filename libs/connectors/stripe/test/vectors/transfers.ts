import type { VectorCases } from './vector-case';
import { other, payment } from './vector-case';

/** Bank transfers. */
export const transfers: VectorCases = {
  'authorize AchBankTransfer': other('bank_transfer', 'ach', 'ach_bank_transfer', {}, 'payersBalance'),
  'authorize BacsBankTransfer': other('bank_transfer', 'bacs', 'bacs_bank_transfer', {}, 'payersBalance'),
  'authorize MultibancoBankTransfer': other('bank_transfer', 'multibanco', 'multibanco_bank_transfer', {
    billing_details: { email: 'test@example.com' },
  }),
  'authorize SepaBankTransfer': {
    ...other('bank_transfer', 'sepa_bank_transfer', 'sepa_bank_transfer', {}, 'payersBalance'),
    operation: payment({
      card: null,
      methodData: { bank_transfer: { sepa_bank_transfer: {} } },
      billing: { address: { country: 'US' } },
    }),
  },
};
