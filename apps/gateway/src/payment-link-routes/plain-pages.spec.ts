import type { ShownLink } from './link-answers';
import type { PaymentForLink, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { minorUnits, money, type MerchantId, type PaymentId, type ProfileId } from '@payorch/kernel';
import type { LinkPage } from './domain/rendered-page';
import type { LinkRequest } from './link-pages';
import { PlainPages } from './plain-pages';

const ids = { merchantId: 'acme' as MerchantId, paymentId: 'pay_1' as PaymentId };
const address = '?locale=en&link_token=t';
const link: PaymentForLink = {
  profileId: 'pro_1' as ProfileId,
  state: 'payable',
  status: 'requires_payment_method',
  money: money(minorUnits(6540n), 'EUR'),
  description: null,
  orderDetails: [],
  config: {},
  shippingAddress: null,
  returnUrl: 'https://acme.example/done',
  expiresAt: '2026-01-05T10:15:00.000Z',
  unifiedMessage: null,
  standardisedCode: null,
  changedAt: null,
  clientSecret: 'pay_1_secret_open',
  publishableKey: 'pk_dev_1',
  listsSavedMethods: false,
  allowedDomains: ['acme.example'],
  locale: 'en',
  merchantName: 'ACME',
  linkToPay: `https://gateway.example/base/payment_link/acme/pay_1${address}`,
  linkToStatus: `https://gateway.example/base/payment_link/status/acme/pay_1${address}`,
};
const list = {
  payment_methods: [
    {
      payment_method: 'wallet',
      payment_method_types: [
        { payment_method_type: 'ali_pay', payment_experience: [{ payment_experience_type: 'redirect_to_url' }] },
      ],
    },
  ],
};
const redirecting = {
  status: 'requires_customer_action',
  next_action: { type: 'redirect_to_url', redirect_to_url: 'https://bank.example/go' },
};
const bytes = (body: object) => Buffer.from(JSON.stringify(body));

interface Given {
  readonly link?: Partial<PaymentForLink>;
  readonly kind?: ShownLink['kind'];
  readonly confirmed?: object | Refusal;
  readonly present?: object;
  readonly isOverLimit?: boolean;
}

function pagesOf(given: Given = {}) {
  const { link: changes = {}, kind = 'open', confirmed = redirecting, present = redirecting } = given;
  const confirmations: object[] = [];
  const counted: string[][] = [];
  const account = {
    ...ids,
    organizationId: 'org_1' as never,
    accountType: 'standard' as const,
    customersOf: 'acme_1' as never,
    accountVersion: 1,
    defaultProfileId: null,
    profiles: [],
  };
  const context = { ...ids, locale: 'en', isTestMode: false } as const;
  const pages = new PlainPages(
    { behind: () => Promise.resolve({ link: { ...link, ...changes }, kind, context }) },
    { account: () => Promise.resolve(account) },
    { list: () => Promise.resolve(list) },
    {
      replaceAttempt: () => Promise.resolve(bytes(present)),
      confirm: (_, sent, { merchant }) => {
        confirmations.push({ sent, caller: merchant.kind, clientSecret: merchant.clientSecret });
        return Promise.resolve(isRefusal(confirmed) ? confirmed : bytes(confirmed));
      },
    },
    { retrieve: () => Promise.resolve(bytes(present)) },
    {
      request: (key, ip) => {
        counted.push([key, ip]);
        return Promise.resolve(given.isOverLimit ? refuse('too_many_requests', { retry_after: '1' }) : undefined);
      },
    },
  );
  return { pages, confirmations, counted };
}

const request = (site?: string): LinkRequest => ({
  merchantId: 'acme',
  paymentId: 'pay_1',
  token: 't',
  locale: 'en',
  languages: undefined,
  destination: 'document',
  site,
  referer: undefined,
  host: 'gateway.example',
});
const visit = (form: Record<string, string> = { chosen_method: 'wallet/ali_pay' }) => ({
  form,
  userAgent: 'Lynx',
  ip: '10.0.0.1',
  trace: { correlationId: 'c', traceparent: 't' },
});
const pay = async (given: Given = {}, form?: Record<string, string>) => {
  const { pages, confirmations } = pagesOf(given);
  const page = (await pages.pay(request('same-origin'), visit(form))) as LinkPage;
  return { page, confirmations };
};

it('a form confirms once, as the client of the link, and leads on without an action of the form', async () => {
  const { page, confirmations } = await pay();
  expect(confirmations).toMatchObject([
    {
      caller: 'client',
      clientSecret: 'pay_1_secret_open',
      sent: { payment_method: 'wallet', payment_method_type: 'ali_pay', client_secret: 'pay_1_secret_open' },
    },
  ]);
  expect(page.headers).toMatchObject({
    refresh: '0; url=https://bank.example/go',
    'content-security-policy': expect.stringContaining("form-action 'self'"),
  });
  expect(page.body).toContain('href="https://bank.example/go" target="_top"');
});

it('a form over the limit of the publishable key and the address confirms nothing', async () => {
  const { pages, confirmations, counted } = pagesOf({ isOverLimit: true });
  expect(await pages.pay(request('same-origin'), visit())).toMatchObject({ code: 'too_many_requests' });
  expect([counted, confirmations]).toEqual([[['pk_dev_1', '10.0.0.1']], []]);
});

it('in a frame only a press of the link leads on', async () =>
  expect(Object.keys((await pay({ kind: 'secure' })).page.headers)).not.toContain('refresh'));

it.each([
  ['a form of another site', 'cross-site'],
  ['a form of a neighbour site', 'same-site'],
  ['an address that a person typed', 'none'],
])('%s confirms nothing', async (_, site) => {
  const { pages, confirmations } = pagesOf();
  expect(await pages.pay(request(site), visit())).toMatchObject({ code: 'link_forbidden' });
  expect(confirmations).toEqual([]);
});

it.each<[string, Record<string, string>, Partial<PaymentForLink>]>([
  ['without a payment method', {}, {}],
  ['with one that is not listed', { chosen_method: 'card' }, {}],
  ['of a payment that goes on', { chosen_method: 'wallet/ali_pay' }, { state: 'ended', status: 'processing' }],
  ['of a link that has expired', { chosen_method: 'wallet/ali_pay' }, { state: 'expired' }],
])('a form %s confirms nothing', async (_, form, changes) => {
  const { page, confirmations } = await pay({ link: changes }, form);
  expect(confirmations).toEqual([]);
  expect(page.status).toBe(200);
});

it.each<[string, Given, string, boolean]>([
  ['an unknown outcome', { confirmed: refuse('no_reply') }, 'We do not know yet whether you have paid', false],
  ['a second press', { confirmed: refuse('wrong_payment_state') }, 'The payment continues on another page', false],
  [
    'a refusal of what was typed',
    { confirmed: refuse('wrong_payment_state'), present: { status: 'requires_payment_method' } },
    'Your details were not accepted.',
    true,
  ],
  ['a payment in progress', { confirmed: { status: 'processing' } }, '>Check again</a>', false],
  ['a payment at once', { confirmed: { status: 'succeeded' } }, 'Payment successful', false],
  ['a failure', { confirmed: { status: 'failed', unified_message: 'No money' } }, 'No money', false],
])('after %s the page says so', async (_, given, text, hasForm) => {
  const { page } = await pay(given);
  expect(page.body).toContain(text);
  expect(page.body.includes('<form')).toBe(hasForm);
  expect(page.body).not.toMatch(/_secret_|pk_dev/);
});

it('a failed payment is tried again where the profile lets it', async () => {
  const again = { status: 'failed', manual_retry_allowed: true };
  expect((await pay({ confirmed: again })).page.body).toContain('Pay with Alipay');
  expect((await pay({ confirmed: { status: 'failed' } })).page.body).not.toContain('Pay with Alipay');
  const { confirmations } = await pay({ link: { status: 'failed' } });
  expect(confirmations).toMatchObject([{ sent: { retry_action: 'manual_retry' } }]);
});

it('a plan of installments, which the form does not have, is taken back: the form shows and names the total without its interest', async () => {
  const given = { link: { planInterest: minorUnits(540n) } };
  const { pages } = pagesOf(given);
  const page = (await pages.show(request(), visit())) as LinkPage;
  expect(page.body).toContain('name="shown_total" value="EUR 60.00"');
  expect(page.body).toContain('€60.00');
  const { confirmations } = await pay(given);
  expect(confirmations).toMatchObject([{ sent: { installment_data: null } }]);
  expect((await pay()).confirmations).not.toMatchObject([{ sent: { installment_data: null } }]);
});

it('a form for another total than the payment method costs is shown again with that total', async () => {
  const confirmed = refuse('other_total', { shown: 'EUR 65.40', total: 'EUR 65.75' });
  const form = { chosen_method: 'wallet/ali_pay', shown_total: 'EUR 65.40' };
  const { page } = await pay({ confirmed, present: { status: 'requires_payment_method' } }, form);
  expect(page.body).toContain('name="shown_total" value="EUR 65.75"');
  expect(page.body).toContain('The amount has changed: it is now €65.75.');
});
