import type { PayoutRequest } from './payout-request';
import { toPayoutLink } from './to-payout-link';

const now = new Date('2026-01-05T10:00:00.000Z');
type OfProfile = Parameters<typeof toPayoutLink>[1];
const ofProfile = { allowed_domains: ['shop.example'] } as OfProfile & object;
const link = (sent: object = {}, profile: OfProfile = ofProfile, isLive = false) =>
  toPayoutLink(sent as PayoutRequest, profile, { isLive, now });
const config = (payout_link_config: object) => ({ payout_link_config });

it('lasts for 900 seconds unless the request says otherwise', () => {
  expect(link()).toMatchObject({ expiresAt: '2026-01-05T10:15:00.000Z' });
  expect(link({ session_expiry: 60 })).toMatchObject({ expiresAt: '2026-01-05T10:01:00.000Z' });
});

it('has the request’s settings, then the profile’s, field by field', () =>
  expect(
    link(config({ theme: '#fff', form_layout: 'journey' }), {
      ...ofProfile,
      theme: '#000',
      merchant_name: 'ACME',
      domain_name: 'Pay.Acme.example',
    }),
  ).toMatchObject({
    origin: 'https://pay.acme.example',
    config: { theme: '#fff', merchant_name: 'ACME', logo: null, form_layout: 'journey', test_mode: false },
  }));

it('an empty list of payment methods enables all', () =>
  expect(link(config({ enabled_payment_methods: [] }))).toMatchObject({ config: { enabled_payment_methods: null } }));

it.each<[string, object, OfProfile, boolean, string | object]>([
  ['sites', {}, ofProfile, true, { test_mode: false, allowed_domains: ['shop.example'] }],
  ['no profile settings', {}, null, false, /without setting allowed_domains/],
  ['no sites', {}, { allowed_domains: [] } as never, false, /without setting allowed_domains/],
  ['a test', config({ test_mode: true }), null, false, { test_mode: true, allowed_domains: null }],
  ['a profile for tests', {}, { allowed_domains: [], payout_test_mode: true } as never, false, { test_mode: true }],
  [
    'a request that is none',
    config({ test_mode: false }),
    { payout_test_mode: true, allowed_domains: [] } as never,
    false,
    /without/,
  ],
  ['a test in a live system', config({ test_mode: true }), ofProfile, true, /cannot be true for creating payout_links/],
])('with %s', (_, sent, profile, isLive, expected) => {
  const made = link(sent, profile, isLive);
  if (expected instanceof RegExp)
    expect(made).toMatchObject({ code: 'link_configuration', details: { message: expect.stringMatching(expected) } });
  else expect(made).toMatchObject({ config: expected });
});
