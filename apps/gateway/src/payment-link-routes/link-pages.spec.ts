import type { Outgoing, PaymentForLink, Refusal } from '@payorch/contracts';
import { LinkTokens, paymentForLink, refuse } from '@payorch/contracts';
import { minorUnits, money, Secret, type MerchantId, type PaymentId, type ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { noAnswers } from './link-answers';
import type { LinkPage } from './domain/rendered-page';
import { LinkPages, type LinkRequest } from './link-pages';

const config = {
  redirectSecrets: [new Secret('0f'.repeat(32))],
  keyEnvironment: 'dev',
  publicUrl: 'https://gateway.example/base',
} as const;
const tokens = new LinkTokens(config.redirectSecrets);
const ids = { merchantId: 'acme' as MerchantId, paymentId: 'pay_1' as PaymentId };
const link: PaymentForLink = {
  profileId: 'pro_1' as ProfileId,
  state: 'payable',
  status: 'requires_payment_method',
  money: money(minorUnits(6540n), 'EUR'),
  description: 'Two books',
  orderDetails: [{ product_name: 'book <b>', quantity: 2, amount: 3270 }, { product_name: 'no amount' }],
  shippingAddress: { first_name: 'Ann', city: 'Ulm <b>', zip: '89073', country: 'DE' },
  returnUrl: 'https://acme.example/done',
  expiresAt: '2026-01-05T10:15:00.000Z',
  unifiedMessage: null,
  standardisedCode: null,
  changedAt: null,
  clientSecret: 'pay_1_secret_open',
  publishableKey: 'pk_dev_1',
  listsSavedMethods: false,
  allowedDomains: ['acme.example'],
  locale: 'de',
  merchantName: 'ACME',
  linkToPay: 'https://gateway.example/base/payment_link/acme/pay_1?locale=de&link_token=t',
  linkToStatus: 'https://gateway.example/base/payment_link/status/acme/pay_1?locale=de&link_token=t',
  config: { theme: '#102030', logo: 'https://cdn.acme.example/logo.png' },
};
const trace = { correlationId: 'c', traceparent: 't' };
const visitor = { trace, ip: '203.0.113.1' };

/** Pages of an owner that answers with this. */
function pagesOf(answer: Partial<PaymentForLink> | Refusal = {}) {
  const asked: Outgoing[] = [];
  const domains = {
    serves: async (...place: readonly unknown[]) => place.join() === 'acme,pay.acme.example,pro_1',
  };
  const owner = {
    query: (query: Outgoing) => {
      asked.push(query);
      if ('kind' in answer) return Promise.resolve(answer);
      return Promise.resolve(Buffer.from(JSON.stringify(z.encode(paymentForLink, { ...link, ...answer }))));
    },
  };
  return {
    pages: new LinkPages(owner, { of: () => Promise.resolve(noAnswers) }, domains, config),
    asked,
  };
}

const request = (changes: Partial<LinkRequest> = {}): LinkRequest => ({
  ...ids,
  token: tokens.of(ids, 'open'),
  locale: 'de',
  languages: undefined,
  destination: 'document',
  site: undefined,
  referer: undefined,
  host: 'gateway.example',
  ...changes,
});
const framed = { token: tokens.of(ids, 'secure'), destination: 'iframe', referer: 'https://acme.example/' };
const notFound = { kind: 'refused', code: 'payment_link_not_found' };
const policyOf = (page: LinkPage | Refusal) => (page as LinkPage).headers['content-security-policy'];

describe('the host of a page', () => {
  const linkToPay = 'https://pay.acme.example/payment_link/acme/pay_1?link_token=t';

  it.each(['gateway.example', 'pay.acme.example', '127.0.0.1:8080'])('answers under %s', async (host) => {
    const { pages } = pagesOf({ linkToPay });
    expect(await pages.pay('open', request({ host }), visitor)).toMatchObject({ status: 200 });
    expect(await pages.status(request({ host }), trace)).toMatchObject({ status: 200 });
  });

  it('is not found under the domain in its address that is not proven for its merchant and profile', async () => {
    const { pages } = pagesOf({ linkToPay, profileId: 'pro_2' as ProfileId });
    expect(await pages.pay('open', request({ host: 'pay.acme.example' }), visitor)).toMatchObject(notFound);
    expect(await pages.pay('open', request(), visitor)).toMatchObject({ status: 200 });
  });

  it.each(['pay.other.example', undefined])('under %s is not found', async (host) => {
    const { pages } = pagesOf({ linkToPay });
    expect(await pages.pay('open', request({ host }), visitor)).toMatchObject(notFound);
    expect(await pages.status(request({ host }), trace)).toMatchObject(notFound);
    expect(await pages.behind(request({ host }), trace)).toMatchObject(notFound);
  });
});

describe('the page of an open link', () => {
  it('has what a browser needs to pay, and may be framed by no site', async () => {
    const { pages, asked } = pagesOf();
    const page = (await pages.pay('open', request(), visitor)) as LinkPage;
    expect(page.status).toBe(200);
    for (const text of ['pk_dev_1', 'pay_1_secret_open', 'Two books', '#102030', 'https://cdn.acme.example/logo.png'])
      expect(page.body).toContain(text);
    expect(page.body).not.toContain('book <b>');
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    expect(policyOf(page)).toContain("img-src 'self' data: https://cdn.acme.example");
    const nonce = /nonce-([^']+)/.exec(policyOf(page)!)![1]!;
    expect(page.body).toContain(`nonce="${nonce}"`);
    expect(asked).toMatchObject([{ data: { ...ids, link: 'open' } }]);
  });

  it('has another nonce each time', async () => {
    const { pages } = pagesOf();
    const [one, other] = [await pages.pay('open', request(), visitor), await pages.pay('open', request(), visitor)];
    expect(policyOf(one)).not.toBe(policyOf(other));
  });

  it.each<[string, Partial<LinkRequest>]>([
    ['no token', { token: undefined }],
    ['the token of another payment', { token: tokens.of({ ...ids, paymentId: 'pay_2' as PaymentId }, 'open') }],
    ['the token of another merchant', { token: tokens.of({ ...ids, merchantId: 'other' as MerchantId }, 'open') }],
    ['a token that no key made', { token: 'x'.repeat(43) }],
    ['an id that is none', { paymentId: '../pay_1' }],
  ])('with %s is not found, and no query is sent', async (_, changes) => {
    const { pages, asked } = pagesOf();
    expect(await pages.pay('open', request(changes), visitor)).toMatchObject(notFound);
    expect(await pages.status(request(changes), trace)).toMatchObject(notFound);
    expect(asked).toEqual([]);
  });

  it('is not found with the token of the secure link', async () =>
    expect(await pagesOf().pages.pay('open', request(framed), visitor)).toMatchObject(notFound));

  it('of a payment that does not exist is not found', async () =>
    expect(await pagesOf(refuse('payment_not_found')).pages.pay('open', request(), visitor)).toMatchObject(notFound));

  it('passes on that the owner does not answer', async () =>
    expect(await pagesOf(refuse('no_reply')).pages.pay('open', request(), visitor)).toMatchObject({
      code: 'no_reply',
    }));

  it.each(['expired', 'ended'] as const)('has no client secret once it is %s', async (state) => {
    const page = (await pagesOf({ state, status: 'succeeded' }).pages.pay('open', request(), {
      trace,
      ip: '203.0.113.1',
    })) as LinkPage;
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/pay_1_secret|pk_dev_1/);
  });
});

describe('the page of a secure link', () => {
  const secure = (changes: Partial<LinkRequest>, answer: Partial<PaymentForLink> = {}) =>
    pagesOf(answer).pages.pay('secure', request({ ...framed, ...changes }), visitor);

  it('is shown in a frame of an allowed site, which alone may frame it', async () => {
    const page = await secure({}, { clientSecret: 'pay_1_secret_secure', listsSavedMethods: true });
    expect((page as LinkPage).body).toContain('pay_1_secret_secure');
    expect(policyOf(page)).toContain('frame-ancestors acme.example');
  });

  it.each<[string, Partial<LinkRequest>]>([
    ['as a page of its own', { destination: 'document' }],
    ['by a client that names no destination', { destination: undefined }],
    ['in a frame of another site', { referer: 'https://evil.test/acme.example' }],
    ['in a frame that does not say whose', { referer: undefined }],
  ])('is refused when opened %s', async (_, changes) =>
    expect(await secure(changes)).toMatchObject({ code: 'link_forbidden', details: { resource: 'payment_link' } }),
  );

  it('is not found with the token of the open link', async () =>
    expect(await secure({ token: tokens.of(ids, 'open') })).toMatchObject(notFound));

  it('is not found once the profile allows no site any more', async () =>
    expect(await secure({}, { allowedDomains: null })).toMatchObject(notFound));
});

describe('the page of the result', () => {
  it.each(['open', 'secure'] as const)('follows the %s link, without anything that opens the payment', async (kind) => {
    const { pages } = pagesOf({ state: 'ended', status: 'succeeded' });
    const page = (await pages.status(request({ token: tokens.of(ids, kind) }), trace)) as LinkPage;
    expect(page.body).not.toMatch(/pay_1_secret|pk_dev_1/);
    expect(policyOf(page)).toContain(kind === 'open' ? "frame-ancestors 'none'" : 'frame-ancestors acme.example');
  });

  it('leads to the page where the customer can pay', async () => {
    const page = (await pagesOf().pages.status(request(), trace)) as LinkPage;
    expect(page.body).toContain('/payment_link/acme/pay_1?');
    const ended = (await pagesOf({ state: 'ended', status: 'failed' }).pages.status(request(), trace)) as LinkPage;
    expect(ended.body).not.toContain('/payment_link/acme/pay_1?');
  });
});

describe('a browser that is refused', () => {
  const { pages } = pagesOf();
  it.each([
    ['payment_link_not_found', 404],
    ['link_forbidden', 403],
  ] as const)('gets a page for %s', (code, status) => {
    const page = pages.refused(refuse(code, { resource: 'payment_link' }), request())!;
    expect(page.status).toBe(status);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.body).toContain('<html lang="de"');
  });

  it('gets the error itself where there is no page', () =>
    expect(pages.refused(refuse('no_reply'), request())).toBeUndefined());
});

describe('the language of a page', () => {
  const languageOf = async (changes: Partial<LinkRequest>, ofLink: string | null) =>
    /<html lang="(\w+)"/.exec(
      (
        (await pagesOf({ locale: ofLink }).pages.pay('open', request(changes), {
          trace,
          ip: '203.0.113.1',
        })) as LinkPage
      ).body,
    )?.[1];

  it.each<[Partial<LinkRequest>, string | null, string]>([
    [{ locale: 'en', languages: 'de' }, 'de', 'en'],
    [{ locale: undefined, languages: 'en-GB, fr' }, 'de', 'de'],
    [{ locale: undefined, languages: 'en-GB, fr' }, null, 'en'],
    [{ locale: undefined, languages: 'xx, he;q=0.5' }, null, 'he'],
    [{ locale: undefined, languages: 'no' }, null, 'nb'],
    [{ locale: undefined, languages: undefined }, 'de', 'de'],
    [{ locale: undefined, languages: '*' }, null, 'en'],
    [{ locale: 'xx' }, 'de', 'de'],
  ])('asked %j, of a link in %s: %s', async (changes, ofLink, language) =>
    expect(await languageOf(changes, ofLink)).toBe(language),
  );
});
