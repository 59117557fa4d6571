import type { PayoutLink } from '@payorch/contracts';
import { inState, later, now } from '../../test/builders';
import type { PayoutState } from '../domain/payout.machine';
import { payoutLinkView } from './payout-link.view';

const link: PayoutLink = {
  payoutLinkId: 'payout_link_1',
  link: 'https://pay.example/payout_link/merchant_a/payout_1',
  expiresAt: later(900).toISOString(),
  config: {
    theme: null,
    logo: null,
    merchant_name: null,
    form_layout: null,
    enabled_payment_methods: null,
    test_mode: false,
    allowed_domains: null,
  },
};
const view = (state: PayoutState, at = now, publishableKey: string | null = 'pk_1'): object =>
  JSON.parse(
    payoutLinkView(
      { ...inState(state), link },
      { now: at, publishableKey: publishableKey ?? undefined, merchantName: 'Acme' },
    ).toString(),
  ) as object;

it('has what the page shows, and the secret of an open page', () =>
  expect(view('requires_confirmation')).toEqual({
    profileId: 'pro_1',
    payoutType: 'bank',
    country: 'NL',
    state: 'open',
    status: 'requires_confirmation',
    money: { amount: 6540, currency: 'EUR' },
    description: 'Winnings of March',
    returnUrl: 'https://acme.example/done',
    link,
    destination: { bank: { iban: 'NL46*********0000' } },
    access: { clientSecret: expect.stringContaining('_secret_'), publishableKey: 'pk_1' },
    merchantName: 'Acme',
  }));

it.each<[string, object]>([
  ['expired', view('requires_confirmation', later(900))],
  ['under way', view('initiated')],
  ['paid', view('success')],
])('a page that is %s has no secret', (_, shown) => {
  expect(shown).toMatchObject({ access: null });
  expect(JSON.stringify(shown)).not.toMatch(/secret|pk_/);
});

it('has no secret before the settings of the merchant are known', () =>
  expect(view('requires_confirmation', now, null)).toMatchObject({ state: 'open', access: null }));
