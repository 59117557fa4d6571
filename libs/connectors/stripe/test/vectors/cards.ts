import type { AuthorizeOperation } from '@payorch/connector-kit';
import { sampleCard } from '@payorch/connector-kit/conformance';
import type { AttemptId } from '@payorch/kernel';
import { money, Secret } from '@payorch/kernel';
import type { Difference } from './differences';
import type { VectorCase, VectorCases } from './vector-case';
import { authorize, payment } from './vector-case';

const card = { ...sampleCard, holderName: 'John Doe' };
const proxied = { ...card, cvc: new Secret('123') };

const setup = (changes: Partial<AuthorizeOperation>, ...differs: Difference[]): VectorCase => ({
  flow: 'setup',
  operation: payment({ money: money(0n, 'USD'), mandate: { kind: 'store', usage: 'off_session' }, card, ...changes }),
  differs: ['found', 'madeFirst', 'savedCustomer', ...differs],
});

/** Cards and saved cards. */
export const cards: VectorCases = {
  'authorize Card': authorize({ card }, 'madeFirst'),
  'create_customer default': {
    flow: 'setup',
    preliminary: 'customer',
    operation: payment({
      mandate: { kind: 'store', usage: 'off_session' },
      customerId: 'cust_probe_123',
      customerName: 'John Doe',
      email: 'test@example.com',
      customerPhone: '4155552671',
    }),
    differs: ['ourCustomer'],
  },
  'proxy_authorize default': authorize({ card: proxied, attemptId: 'probe_proxy_txn_001' as AttemptId }, 'madeFirst'),
  'proxy_setup_recurring default': setup({
    card: proxied,
    attemptId: 'probe_proxy_mandate_001' as AttemptId,
    returnUrl: '',
  }),
  'recurring_charge default': authorize(
    {
      card: null,
      attemptId: 'probe_recurring' as AttemptId,
      returnUrl: 'https://example.com/recurring-return',
      mandate: {
        kind: 'use',
        offSession: true,
        mandateReference: 'probe_pm_token',
        customerReference: 'cust_probe_123',
        networkTransactionId: null,
      },
    },
    'ourIds',
    'named',
  ),
  'setup_recurring default': setup({
    attemptId: 'probe_mandate_001' as AttemptId,
    returnUrl: 'https://example.com/mandate-return',
  }),
  'token_authorize default': authorize(
    { attemptId: 'probe_tokenized_txn_001' as AttemptId, card },
    'named',
    'threeDsRequested',
  ),
  'tokenize default': {
    flow: 'authorize',
    preliminary: 'payment_method',
    operation: payment({ card }),
    differs: ['holder'],
  },
};
