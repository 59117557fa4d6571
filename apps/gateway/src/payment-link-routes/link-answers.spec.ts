import { refuse, type PaymentForLink } from '@payorch/contracts';
import type { Sender } from '../auth';
import { noAnswers, PageAnswers, type ShownLink } from './link-answers';

const shown = (link: Partial<PaymentForLink> = {}): ShownLink =>
  ({
    link: { clientSecret: 'pay_1_secret_x', publishableKey: 'pk_1', listsSavedMethods: false, ...link },
    kind: 'open',
    context: { merchantId: 'acme', paymentId: 'pay_1', locale: 'en', isTestMode: true },
  }) as ShownLink;
const visitor = { ip: '203.0.113.1', trace: { correlationId: 'c', traceparent: 't' } };
const redirect = {
  payment_method: 'wallet',
  payment_method_types: [
    { payment_method_type: 'ali_pay', payment_experience: [{ payment_experience_type: 'redirect_to_url' }] },
  ],
};

/** The answers of an API that replies so; `senders`: as whom the page asked. */
function answersOf(parts: Partial<Record<'limits' | 'lists' | 'saved' | 'reads' | 'sessions', unknown>> = {}) {
  const senders: Sender[] = [];
  const as = (reply: unknown, sender: Sender) => {
    senders.push(sender);
    return Promise.resolve(reply);
  };
  const answers = new PageAnswers(
    { account: () => Promise.resolve({ merchantId: 'acme' }) } as never,
    { request: () => Promise.resolve(parts.limits) } as never,
    { list: (_: object, sender: Sender) => as(parts.lists ?? { payment_methods: [redirect] }, sender) } as never,
    { ofPayment: (_: object, sender: Sender) => as(parts.saved ?? Buffer.from('{"saved":1}'), sender) } as never,
    {
      retrieve: (_: string, __: object, sender: Sender) => as(parts.reads ?? Buffer.from('{"status":"x"}'), sender),
    } as never,
    { create: (sent: object, sender: Sender) => as(parts.sessions ?? { sent }, sender) } as never,
  );
  return { answers, senders };
}

it('a page has what its script would ask for, as the same client', async () => {
  const { answers, senders } = answersOf();
  expect(await answers.of(shown(), visitor)).toEqual({
    known: { payment: { status: 'x' }, methods: { payment_methods: [redirect] }, saved: null, wallets: null },
    paysWithoutScript: true,
  });
  expect(senders).toHaveLength(2);
  for (const { merchant, ip } of senders)
    expect([merchant.kind, merchant.clientSecret, ip]).toEqual(['client', 'pay_1_secret_x', '203.0.113.1']);
});

it('a page of a customer has the saved payment methods too', async () =>
  expect(await answersOf().answers.of(shown({ listsSavedMethods: true }), visitor)).toMatchObject({
    known: { saved: { saved: 1 } },
  }));

it('without a way to pay that needs no script, the page leads to none', async () =>
  expect(await answersOf({ lists: { payment_methods: [] } }).answers.of(shown(), visitor)).toMatchObject({
    paysWithoutScript: false,
  }));

it('what is refused is left out, and a visitor over the limit costs the owner nothing', async () => {
  const refused = refuse('no_reply');
  expect(await answersOf({ lists: refused, reads: refused }).answers.of(shown(), visitor)).toEqual(noAnswers);
  const { answers, senders } = answersOf({ limits: refuse('too_many_requests') });
  expect(await answers.of(shown(), visitor)).toEqual(noAnswers);
  expect(senders).toEqual([]);
});

describe('the sessions of wallets', () => {
  const bySdk = (payment_method_type: string) => ({
    payment_method: 'wallet',
    payment_method_types: [
      { payment_method_type, payment_experience: [{ payment_experience_type: 'invoke_sdk_client' }] },
    ],
  });
  const walletsOf = async (wallet: string, sessions?: unknown) =>
    (await answersOf({ lists: { payment_methods: [bySdk(wallet)] }, sessions }).answers.of(shown(), visitor)).known
      .wallets;

  it('Google Pay’s is in the page', async () =>
    expect(await walletsOf('google_pay')).toEqual({
      sent: { payment_id: 'pay_1', client_secret: 'pay_1_secret_x', wallets: ['google_pay'] },
    }));

  it('Apple Pay’s is not: Apple accepts it from one page, for minutes', async () =>
    expect(await walletsOf('apple_pay')).toBeNull());

  it('a refused one is left out', async () => expect(await walletsOf('google_pay', refuse('no_reply'))).toBeNull());
});
