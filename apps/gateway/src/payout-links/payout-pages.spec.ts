import 'reflect-metadata';
import {
  isRefusal,
  LinkTokens,
  type Outgoing,
  payoutForLink,
  type PayoutForLink,
  refuse,
  type Refusal,
} from '@payorch/contracts';
import { type MerchantId, money, type PayoutId, type ProfileId, Secret } from '@payorch/kernel';
import { z } from 'zod';
import { account } from '../../test/owner-server';
import type { LinkPage } from '../payment-link-routes';
import { type PayoutPageRequest, PayoutPages } from './payout-pages';

const ids = { merchantId: 'acme' as MerchantId, payoutId: 'payout_1' as PayoutId };
const redirectSecrets = [new Secret('00'.repeat(32))] as [Secret];
const token = new LinkTokens(redirectSecrets).ofPayoutLink(ids);
const link = `https://pay.example/payout_link/acme/payout_1?locale=en&link_token=${token}`;

const config = {
  theme: null,
  logo: null,
  merchant_name: null,
  form_layout: null,
  enabled_payment_methods: null,
  test_mode: false,
  allowed_domains: ['shop.example'],
};
const open: PayoutForLink = {
  profileId: 'pro_1' as ProfileId,
  payoutType: null,
  country: null,
  state: 'open',
  status: 'requires_payout_method_data',
  money: money(6_540n, 'EUR'),
  description: null,
  returnUrl: null,
  link: { payoutLinkId: 'payout_link_1', link, expiresAt: '2026-01-05T10:15:00.000Z', config },
  destination: null,
  access: { clientSecret: 'payout_1_secret_x', publishableKey: 'pk_1' },
  merchantName: 'Acme',
};
const paid: PayoutForLink = { ...open, state: 'ended', status: 'success', access: null };
const inTest = (payout: PayoutForLink = open): PayoutForLink => ({
  ...payout,
  link: { ...payout.link, config: { ...config, test_mode: true } },
});

interface World {
  /** The payout at each query; the last one stays. */
  readonly payouts?: readonly (PayoutForLink | Refusal)[];
  readonly confirmed?: Buffer | Refusal;
  readonly over?: Refusal;
  readonly keyEnvironment?: string;
}

function aWorld({ payouts = [open], confirmed = Buffer.from('{}'), over, keyEnvironment = 'dev' }: World = {}) {
  const left = [...payouts];
  const queries: Outgoing[] = [];
  const confirm = jest.fn(() => Promise.resolve(confirmed));
  const settings = {
    merchantName: null,
    organizationId: 'org_1' as never,
    accounts: [],
    profiles: new Map(),
    payoutAccounts: [{ profileId: 'pro_1' as ProfileId, connector: 'pretendpay', enabled: null }],
  };
  const pages = new PayoutPages(
    {
      query: (query) => {
        queries.push(query);
        const payout = left.length > 1 ? left.shift()! : left[0]!;
        return Promise.resolve(
          isRefusal(payout) ? payout : Buffer.from(JSON.stringify(z.encode(payoutForLink, payout))),
        );
      },
    },
    { confirm },
    { account: () => Promise.resolve(account) },
    { of: () => Promise.resolve(settings) },
    { request: () => Promise.resolve(over) },
    { serves: () => Promise.resolve(false) },
    { redirectSecrets, keyEnvironment, publicUrl: 'https://pay.example', testConnectors: true },
  );
  return { pages, confirm, queries };
}

const framed = { destination: 'iframe', site: 'cross-site', referer: 'https://shop.example/' };
const request = (change: Partial<PayoutPageRequest> = {}): PayoutPageRequest => ({
  ...ids,
  token,
  locale: undefined,
  languages: undefined,
  host: 'pay.example',
  ...framed,
  ...change,
});
const visitor = { ip: '192.0.2.1', trace: {} as never };
const codeOf = (shown: LinkPage | Refusal): string => (isRefusal(shown) ? shown.code : 'shown');
const textOf = (shown: LinkPage | Refusal): string => {
  if (isRefusal(shown)) throw new Error(shown.code);
  return shown.body;
};

describe('the page', () => {
  it.each<[string, Partial<PayoutPageRequest>, World, string]>([
    ['in a frame of an allowed site', {}, {}, 'shown'],
    ['after a form, or after it was loaded again', { site: 'same-origin', referer: undefined }, {}, 'shown'],
    ['in a frame of another site', { referer: 'https://other.example/' }, {}, 'link_forbidden'],
    ['in a frame of a site that does not say which', { referer: undefined }, {}, 'link_forbidden'],
    ['in no frame', { destination: 'document' }, {}, 'link_forbidden'],
    ['to a client that names nothing', { destination: undefined, referer: undefined }, {}, 'link_forbidden'],
    ['that is paid, in no frame', { destination: 'document' }, { payouts: [paid] }, 'link_forbidden'],
    ['for a test, in no frame', { destination: 'document' }, { payouts: [inTest()] }, 'shown'],
    ['for a test, in a live system', {}, { payouts: [inTest()], keyEnvironment: 'prd' }, 'link_configuration'],
    ['in a live system', {}, { keyEnvironment: 'prd' }, 'shown'],
    ['under another host', { host: 'other.example' }, {}, 'payout_link_not_found'],
    ['before the settings are known', {}, { payouts: [{ ...open, access: null }] }, 'no_reply'],
    ['of a payout without a link', {}, { payouts: [refuse('payout_link_not_found')] }, 'payout_link_not_found'],
  ])('%s: %s', async (_, change, world, expected) =>
    expect(codeOf(await aWorld(world).pages.page(request(change), visitor))).toBe(expected),
  );

  it.each<[string, Partial<PayoutPageRequest>]>([
    ['no token', { token: undefined }],
    ['another token', { token: 'x'.repeat(43) }],
    ['the token of another payout', { payoutId: 'payout_2' }],
    ['an id that is none', { payoutId: 'payout 1' }],
  ])('with %s is not looked up', async (_, change) => {
    const { pages, queries } = aWorld();
    expect(codeOf(await pages.page(request(change), visitor))).toBe('payout_link_not_found');
    expect(queries).toEqual([]);
  });

  it('may be framed by the allowed sites alone, and a test by none that are not named', async () => {
    const policyOf = async (payout: PayoutForLink): Promise<string | undefined> => {
      const page = await aWorld({ payouts: [payout] }).pages.page(request(), visitor);
      return isRefusal(page) ? undefined : page.headers['content-security-policy'];
    };
    expect(await policyOf(open)).toContain('frame-ancestors shop.example');
    const alone = { ...config, test_mode: true, allowed_domains: null };
    expect(await policyOf({ ...open, link: { ...open.link, config: alone } })).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['pending', '5; url=/payout_link/acme/payout_1?locale=en&link_token='],
    ['requires_fulfillment', undefined],
    ['success', undefined],
  ] as const)('of a payout that is %s looks again after %s', async (status, refresh) => {
    const page = await aWorld({ payouts: [{ ...paid, status }] }).pages.page(request(), visitor);
    expect(textOf(page)).not.toMatch(/secret|pk_|<form/);
    expect(isRefusal(page) ? '' : page.headers['refresh']).toEqual(refresh && expect.stringContaining(refresh));
  });
});

describe('a form', () => {
  const form = { chosen_method: 'paypal', 'payout_method_data.wallet.paypal.email': 'ada@example.com' };
  const own = { site: 'same-origin', referer: undefined };

  it('confirms as the client of the page, and shows what became of the payout', async () => {
    const { pages, confirm } = aWorld({ payouts: [open, paid] });
    expect(textOf(await pages.confirm(request(own), form, visitor))).toContain('The money was sent');
    expect(confirm).toHaveBeenCalledWith(
      'payout_1',
      expect.objectContaining({
        client_secret: 'payout_1_secret_x',
        payout_type: 'wallet',
        payout_method_data: expect.objectContaining({ wallet: expect.anything() }),
      }),
      expect.objectContaining({
        merchant: expect.objectContaining({ kind: 'client', clientSecret: 'payout_1_secret_x' }),
        ip: '192.0.2.1',
      }),
    );
  });

  it.each<[string, Partial<PayoutPageRequest>, object, World, string]>([
    ['of another site', { site: 'cross-site' }, form, {}, 'link_forbidden'],
    ['without a token', { ...own, token: undefined }, form, {}, 'payout_link_not_found'],
    ['above the limits', own, form, { over: refuse('too_many_requests') }, 'too_many_requests'],
    ['of a payout that is paid', own, form, { payouts: [paid] }, 'The money was sent'],
    ['without a value', own, { chosen_method: 'paypal' }, {}, 'aria-invalid="true"'],
    ['with a choice that is none', own, { ...form, chosen_method: 'card' }, {}, 'Receive your money'],
  ])('%s confirms nothing', async (_, change, sent, world, expected) => {
    const { pages, confirm } = aWorld(world);
    const shown = await pages.confirm(request(change), sent as Record<string, string>, visitor);
    expect(isRefusal(shown) ? shown.code : shown.body).toContain(expected);
    expect(confirm).not.toHaveBeenCalled();
  });

  it.each<[string, Refusal, readonly PayoutForLink[], string]>([
    ['is there again after a refusal', refuse('payment_blocked'), [open], 'Your details were not accepted.'],
    [
      'that came too late shows that',
      refuse('client_secret_expired'),
      [open, { ...open, state: 'expired', access: null }],
      'This link has expired',
    ],
    [
      'that came second shows what the first one did',
      refuse('precondition_failed'),
      [open, paid],
      'The money was sent',
    ],
    ['without an answer says so', refuse('no_reply'), [open], 'We do not know yet whether your details have arrived'],
  ])('%s', async (_, confirmed, payouts, expected) =>
    expect(textOf(await aWorld({ confirmed, payouts }).pages.confirm(request(own), form, visitor))).toContain(expected),
  );
});
