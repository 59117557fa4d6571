import type { PayoutLink, PayoutLinkConfig } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { aContext, aCreate, aDestination, after, aPayout, inState, later, someFields } from '../../test/builders';
import { routeNone } from './decide/apply-route';
import { confirmPayout } from './decide/confirm-payout';
import { createPayout } from './decide/create-payout';
import type { Decision } from './decision';
import { attemptOf, type Payout } from './payout';
import { hasLink, type LinkedPayout, linkStateOf } from './payout-link';

const aConfig: PayoutLinkConfig = {
  theme: null,
  logo: null,
  merchant_name: null,
  form_layout: null,
  enabled_payment_methods: null,
  test_mode: false,
  allowed_domains: ['shop.example'],
};
const aLink = (config: Partial<PayoutLinkConfig> = {}): PayoutLink => ({
  payoutLinkId: 'payout_link_1',
  link: 'https://pay.example/payout_link/merchant_a/payout_1',
  expiresAt: later(900).toISOString(),
  config: { ...aConfig, ...config },
});

const linked = (payout: Payout, link = aLink()): LinkedPayout => ({ ...payout, link });
const asked = (config: Partial<PayoutLinkConfig> = {}): LinkedPayout => {
  const fields = someFields({ payoutType: null });
  const create = aCreate({ fields, destination: null, confirm: false, link: aLink(config) });
  return after(createPayout(undefined, create, aContext())) as LinkedPayout;
};

const confirm = (payout: Payout, more: object = {}, now = later(1)): Decision =>
  confirmPayout(
    payout,
    {
      merchantId: payout.merchantId,
      payoutId: payout.payoutId,
      caller: { kind: 'client', clientSecret: payout.clientSecret },
      changes: { payoutType: 'bank' },
      destination: aDestination(),
      payoutMethodId: null,
      ...more,
    } as never,
    aContext({ now }),
  );
const codeOf = (decision: Decision): string | undefined => (isRefusal(decision) ? decision.code : undefined);

it('is of the payout from its creation', () => {
  expect(asked()).toMatchObject({ state: 'requires_payout_method_data', link: { payoutLinkId: 'payout_link_1' } });
  expect([hasLink(asked()), hasLink(aPayout.success()), hasLink(undefined)]).toEqual([true, false, false]);
});

it.each([
  ['requires_payout_method_data', 1, 'open'],
  ['requires_confirmation', 1, 'open'],
  ['requires_payout_method_data', 900, 'expired'],
  ['routing', 1, 'ended'],
  ['success', 1, 'ended'],
  ['failed', 1_000, 'ended'],
  ['cancelled', 1_000, 'ended'],
] as const)('of a payout in %s after %i s is %s', (state, seconds, expected) =>
  expect(linkStateOf(linked(inState(state)), later(seconds))).toBe(expected),
);

describe('the confirmation of a client', () => {
  it('begins the payout until the link expires; the merchant’s own does also after it', () => {
    expect(after(confirm(asked()), asked()).state).toBe('routing');
    expect(codeOf(confirm(asked(), {}, later(900)))).toBe('client_secret_expired');
    const byMerchant = confirm(asked(), { caller: { kind: 'merchant' } }, later(900));
    expect(after(byMerchant, asked()).state).toBe('routing');
  });

  const enabled = (payment_method: string, ...payment_method_types: string[]) =>
    asked({ enabled_payment_methods: [{ payment_method, payment_method_types }] });
  const unknownCard = { type: 'card', methodType: 'credit', card: { facts: null } };

  it.each<[string, LinkedPayout, object, string | undefined]>([
    ['the type of payouts', enabled('bank_transfer', 'sepa'), {}, undefined],
    ['the type of payments', enabled('bank_transfer', 'sepa_bank_transfer'), {}, undefined],
    ['another account', enabled('bank_transfer', 'ach'), {}, 'precondition_failed'],
    ['another method', enabled('wallet', 'paypal'), {}, 'precondition_failed'],
    ['cards, and an account', enabled('card', 'debit'), {}, 'precondition_failed'],
    ['debit cards, and a card of an unknown type', enabled('card', 'debit'), unknownCard, undefined],
    [
      'debit cards, and a credit card',
      enabled('card', 'debit'),
      { ...unknownCard, card: { facts: { type: 'CREDIT' } } },
      'precondition_failed',
    ],
  ])('where the link enables %s', (_, payout, destination, code) => {
    const changes = { payoutType: 'type' in destination ? 'card' : 'bank' };
    expect(codeOf(confirm(payout, { destination: aDestination(destination), changes }))).toBe(code);
  });
});

it('where no account fits, the recipient is asked for another destination of the type', () => {
  const routing = after(confirm(asked()), asked());
  const { merchantId, payoutId } = routing;
  const { id, operation } = attemptOf(routing)!;
  const none = { merchantId, payoutId, payoutAttemptId: id, operationId: operation };
  const event = { ...none, reason: 'no_account', candidates: [], connector: null } as const;
  const unrouted = after(routeNone(routing, event as never, aContext()), routing);
  expect(unrouted).toMatchObject({ state: 'requires_payout_method_data', destination: null, payoutMethodId: null });
  expect(after(confirm(unrouted, { destination: aDestination({ fingerprint: 'f2' }) }), unrouted)).toMatchObject({
    state: 'routing',
    destination: { fingerprint: 'f2' },
  });
});
