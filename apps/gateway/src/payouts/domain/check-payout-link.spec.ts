import { checkPayoutLink } from './check-payout-link';
import type { PayoutOperation, PayoutRequest } from './payout-request';

const check = (sent: object, operation: PayoutOperation = 'create') =>
  checkPayoutLink({ payout_link: true, customer_id: 'cus_1', ...sent } as PayoutRequest, { operation });
const enabling = (...methods: readonly [method: string, ...types: string[]][]) => ({
  payout_link_config: {
    enabled_payment_methods: methods.map(([payment_method, ...payment_method_types]) => ({
      payment_method,
      payment_method_types,
    })),
  },
});
const place = 'payout_link_config.enabled_payment_methods';

it.each<[string, object, PayoutOperation, string, object]>([
  ...(['update', 'confirm'] as const).map((operation): [string, object, PayoutOperation, string, object] => [
    `a link by ${operation}`,
    {},
    operation,
    'invalid_request',
    { message: 'payout_link can only be sent when a payout is created' },
  ]),
  ['a confirmation', { confirm: true }, 'create', 'invalid_request', { path: 'confirm' }],
  [
    'no recipient',
    { customer_id: undefined },
    'create',
    'missing_param',
    { field: 'customer or customer_id when payout_link is true' },
  ],
  [
    'a reserved id',
    { payout_link_config: { payout_link_id: 'list' } },
    'create',
    'invalid_value',
    { field: 'payout_link_config.payout_link_id' },
  ],
  [
    'a logo that is no address',
    { payout_link_config: { logo: 'javascript:alert(1)' } },
    'create',
    'value_not_allowed',
    { field: 'payout_link_config.logo' },
  ],
  ['no type', enabling(['card']), 'create', 'value_not_allowed', { field: `${place}[0].payment_method_types` }],
  ['a wallet of a device', enabling(['wallet', 'apple_pay']), 'create', 'not_implemented', { path: place }],
  ['a debit', enabling(['bank_debit', 'ach']), 'create', 'not_implemented', { path: place }],
  [
    'a session, and no link',
    { payout_link: false, session_expiry: 60 },
    'create',
    'invalid_request',
    { message: 'session_expiry is only for a payout with a payout link' },
  ],
  [
    'settings of a page by an update',
    { payout_link: null, payout_link_config: {} },
    'update',
    'invalid_request',
    { path: 'payout_link_config' },
  ],
])('refuses %s', (_, sent, operation, code, details) =>
  expect(check(sent, operation)).toMatchObject({ code, details }),
);

it.each<[string, object]>([
  ['nothing but the link', {}],
  ['a customer without an id', { customer_id: undefined, customer: { name: 'Ada' } }],
  [
    'everything that the page has a form for',
    enabling(
      ['card', 'credit', 'debit'],
      ['bank_transfer', 'ach', 'bacs', 'sepa', 'sepa_bank_transfer', 'pix'],
      [...(['wallet', 'paypal', 'venmo'] as const)],
    ),
  ],
  ['no link, and null for its settings', { payout_link: null, payout_link_config: null, session_expiry: null }],
])('takes %s', (_, sent) => expect(check(sent)).toBeUndefined());
