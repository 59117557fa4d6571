import type { Profile } from './profile';
import { blockingOf, issuersIn } from './payment-method-blocking';

const profileWith = (blocking: unknown) =>
  ({ details: { payment_method_blocking: blocking } }) as unknown as Pick<Profile, 'details'>;

it.each([
  ['none', undefined, null],
  ['null', null, null],
  ['neither cards nor wallets', {}, { card: null, wallet: null }],
  [
    'an empty list',
    { card: { card_types: [] }, wallet: { card_types: null } },
    {
      card: { issuingCountries: [], types: [], subtypes: [], issuerIds: [], blocksUnknown: false },
      wallet: { types: [] },
    },
  ],
  [
    'every criterion, with a value twice',
    {
      card: {
        issuing_country: ['US', 'US'],
        card_types: ['credit'],
        card_subtypes: ['gold'],
        issuers: ['card_issuer_1'],
        block_if_bin_info_unavailable: true,
      },
      wallet: { card_types: ['Debit'] },
    },
    {
      card: {
        issuingCountries: ['US'],
        types: ['credit'],
        subtypes: ['gold'],
        issuerIds: ['card_issuer_1'],
        blocksUnknown: true,
      },
      wallet: { types: ['Debit'] },
    },
  ],
])('the settings of a profile that blocks %s', (_, blocking, expected) =>
  expect(blockingOf(profileWith(blocking))).toEqual(expected),
);

it('the issuers of a request are named once each', () => {
  expect(issuersIn({ card: { issuers: ['a', 'b', 'a'] } })).toEqual(['a', 'b']);
  expect(issuersIn(null)).toEqual([]);
  expect(issuersIn({ wallet: { card_types: ['credit'] } })).toEqual([]);
});
