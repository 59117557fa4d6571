import { isRefusal } from '@payorch/contracts';
import type { EnabledPaymentMethod, PaymentMethodCollectLinkRequest } from '@payorch/rest';
import { checkCollectLinkRequest, collectLinkOf } from './collect-link';

const now = new Date('2026-01-05T10:00:00.000Z');
const known = { collectLinkId: 'pm_collect_link_1', now };
type Request = Partial<PaymentMethodCollectLinkRequest>;
const linkOf = (sent: Request = {}, config: unknown = null) =>
  collectLinkOf({ customer_id: 'cus_1', ...sent }, config, known);
const check = (sent: Request) => checkCollectLinkRequest({ customer_id: 'cus_1', ...sent });
const card = { payment_method: 'card', payment_method_types: ['credit'] } as const;
type Type = EnabledPaymentMethod['payment_method_types'][number];
const enabling = (
  payment_method: EnabledPaymentMethod['payment_method'],
  ...payment_method_types: Type[]
): Request => ({
  enabled_payment_methods: [{ payment_method, payment_method_types }],
});
const account = {
  theme: '#00ff00',
  logo: 'https://cdn.acme.example/logo.png',
  merchant_name: 'ACME',
  domain_name: 'Pay.ACME.example',
  allowed_domains: ['acme.example'],
  enabled_payment_methods: [card],
};

it('a link without a configuration takes cards for a day', () =>
  expect(linkOf()).toEqual({
    collectLinkId: 'pm_collect_link_1',
    expiresAt: '2026-01-06T10:00:00.000Z',
    returnUrl: null,
    enabledMethods: [{ paymentMethod: 'card', paymentMethodTypes: ['credit', 'debit'] }],
    origin: null,
    allowedDomains: null,
    merchantName: null,
    logo: null,
    theme: null,
  }));

it('what the request lacks comes from the account, and domains from the account alone', () => {
  expect(linkOf({}, account)).toMatchObject({
    merchantName: 'ACME',
    theme: '#00ff00',
    logo: account.logo,
    allowedDomains: ['acme.example'],
    origin: 'https://pay.acme.example',
    enabledMethods: [{ paymentMethod: 'card', paymentMethodTypes: ['credit'] }],
  });
  const sent = { theme: 'red', merchant_name: 'Other', session_expiry: 60, ...enabling('bank_debit', 'ach') };
  expect(linkOf(sent, account)).toMatchObject({
    merchantName: 'Other',
    theme: 'red',
    expiresAt: '2026-01-05T10:01:00.000Z',
    enabledMethods: [{ paymentMethod: 'bank_debit', paymentMethodTypes: ['ach'] }],
  });
});

it.each<[string, Request, unknown, string, object]>([
  [
    'a wallet',
    enabling('wallet', 'paypal'),
    null,
    'not_implemented',
    { message: 'enabled_payment_methods is not implemented' },
  ],
  ['a card type of its own', enabling('card', 'credit', 'ach'), null, 'not_implemented', {}],
  ['another bank debit', enabling('bank_debit', 'sepa'), null, 'not_implemented', {}],
  [
    'no type',
    enabling('card'),
    null,
    'value_not_allowed',
    { field: 'enabled_payment_methods[0].payment_method_types' },
  ],
  [
    'a wallet of the account',
    {},
    { ...account, enabled_payment_methods: [{ payment_method: 'wallet', payment_method_types: ['paypal'] }] },
    'not_implemented',
    { message: 'pm_collect_link_config.enabled_payment_methods is not implemented' },
  ],
  [
    'a stored theme that is CSS',
    {},
    { ...account, theme: 'red;x' },
    'value_not_allowed',
    { field: 'pm_collect_link_config.theme' },
  ],
  [
    'a stored domain',
    {},
    { ...account, domain_name: 'a b' },
    'value_not_allowed',
    { field: 'pm_collect_link_config.domain_name' },
  ],
  [
    'a stored frame',
    {},
    { ...account, allowed_domains: ['*'] },
    'value_not_allowed',
    { field: 'pm_collect_link_config.allowed_domains[0]' },
  ],
])('%s is refused', (_, sent, config, code, details) => {
  const refused = linkOf(sent, config);
  expect(isRefusal(refused) && refused).toMatchObject({ code, details });
});

it.each<[Request, string | undefined]>([
  [{ theme: 'url(x)' }, 'theme'],
  [{ logo: 'http://acme.example/logo.png' }, 'logo'],
  [{ merchant_name: 'AC\u202eME' }, 'merchant_name'],
  [{ pm_collect_link_id: 'list' }, 'pm_collect_link_id'],
  [{ return_url: 'javascript:alert(1)' }, 'return_url'],
  [
    { theme: '#fff', logo: 'https://acme.example/logo.png', merchant_name: 'ACME', return_url: 'https://acme.example' },
    undefined,
  ],
])('%j: refused for %s', (sent, field) => expect(check(sent)?.details?.['field']).toBe(field));
