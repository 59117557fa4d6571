import 'reflect-metadata';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { RedirectTokens, refuse, type Outgoing } from '@payorch/contracts';
import { Secret, type AttemptId, type MerchantId, type PaymentId } from '@payorch/kernel';
import type { Reply, NoReply } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import type { Profile } from '../../accounts/domain/profile';
import { setUpServer } from '../../http-server';
import { Limits } from '../../limits/limits';
import { OwnerClient } from '../../owners/owner-client';
import { ProcessorWebhooks } from '../../processor-webhooks/processor-webhooks';
import { serverOptions } from '../../server/server';
import { Redirects } from '../redirects';
import { RedirectsController } from './redirects.controller';

let app: NestFastifyApplication;
let sentMessages: { type: string; data: Record<string, unknown> }[] = [];
let replies: (Reply | NoReply)[] = [];

const requester = {
  request: ({ message, data }: Outgoing): Promise<Reply | NoReply> => {
    sentMessages.push({ type: message.type, data: data as Record<string, unknown> });
    return Promise.resolve(replies.shift() ?? { kind: 'no_reply' });
  },
};

const config = { publicUrl: 'https://pay.example', redirectSecrets: [new Secret('5a'.repeat(32))] } as const;
const tokens = new RedirectTokens(config.redirectSecrets);
const tokenOf = (number: number) =>
  tokens.of({
    merchantId: 'acme' as MerchantId,
    paymentId: 'pay_1' as PaymentId,
    attemptId: `pay_1_${number}` as AttemptId,
  });

/** The profile settings that a return needs. */
const profile = {
  details: { enable_payment_response_hash: true, redirect_to_merchant_with_http_post: false },
  secrets: { payment_response_hash_key: 'key' },
} as unknown as Profile;
let settings: object = {};
const profiles = {
  retrieve: () => Promise.resolve({ ...profile, details: { ...profile.details, ...settings } }),
};

beforeAll(async () => {
  const owner = new OwnerClient(requester, {
    processorCallMs: 35_000,
    noProcessorCallMs: 5_000,
    walletSessionMs: 4_000,
  });
  const redirects = new Redirects(owner, profiles, config);
  const module = await Test.createTestingModule({
    controllers: [RedirectsController],
    providers: [
      { provide: Redirects, useValue: redirects },
      { provide: ProcessorWebhooks, useValue: {} },
      { provide: Limits, useValue: {} },
    ],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(serverOptions), { logger: false });
  setUpServer(app, silentLogger);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());
beforeEach(() => {
  sentMessages = [];
  replies = [];
  settings = {};
});

const answer = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });
const returned = (change: object = {}) =>
  answer({
    returnUrl: 'https://acme.example/done',
    status: 'succeeded',
    paymentId: 'pay_1',
    profileId: 'pro_1',
    clientSecret: 'pay_1_secret_x',
    amount: 6540,
    manualRetryAllowed: null,
    startAgainAttemptId: null,
    ...change,
  });

const startPath = '/payments/redirect/pay_1/acme/pay_1_1';
const startUrl = `${startPath}?redirect_token=${tokenOf(1)}`;
const backPath = '/payments/pay_1/acme/redirect/response/stripe_test';
const backUrl = `${backPath}?redirect_token=${tokenOf(1)}`;
const get = (url: string) => app.inject({ method: 'GET', url });

/** The page without its random values. */
const shownAt = async (url: string, method: 'GET' | 'POST' = 'GET'): Promise<string> => {
  const { statusCode, headers, body } = await app.inject({
    method,
    url,
    ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }),
  });
  const policy = headers['content-security-policy']?.toString().replace(/nonce-[^']+/, '');
  return [statusCode, headers['location'] ?? 'no location', policy, body].join('\n');
};
let neutral = '';
beforeAll(async () => {
  neutral = await shownAt('/payments/redirect/pay_none/no_merchant/pay_none_1');
});

describe('without the token of the attempt', () => {
  const without = (path: string) => [
    path,
    `${path}?redirect_token=`,
    `${path}?redirect_token=${tokenOf(1)}x`,
    `${path}?redirect_token=${tokenOf(1).replace('1.', '3.')}`,
    `${path}?redirect_token=${tokenOf(1)}&redirect_token=${tokenOf(1)}`,
    `${path.replace('acme', 'acme2')}?redirect_token=${tokenOf(1)}`,
    `${path.replaceAll('pay_1', 'pay_2')}?redirect_token=${tokenOf(1)}`,
  ];
  const pages = [
    startPath,
    backPath,
    backPath.replace('response', 'complete'),
    backPath.replace('stripe_test', 'nope'),
  ];

  it.each([...pages.flatMap(without), `${startPath}?redirect_token=${tokenOf(2)}`])(
    '%s gets a neutral page without a message',
    async (url) => {
      expect(await shownAt(url)).toBe(neutral);
      if (!url.startsWith('/payments/redirect/')) expect(await shownAt(url, 'POST')).toBe(neutral);
      expect(sentMessages).toEqual([]);
      expect(neutral).not.toMatch(/secret|signature|pay_|acme/);
    },
  );

  it('a token in the form does not count', async () => {
    const response = await app.inject({
      method: 'POST',
      url: backPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `redirect_token=${tokenOf(1)}`,
    });
    expect(response.headers['location']).toBeUndefined();
    expect(sentMessages).toEqual([]);
  });
});

describe('the start page', () => {
  it("the start page forwards to the processor's address", async () => {
    replies = [answer({ url: 'https://bank.example/3ds', method: 'GET', fields: {} })];
    const page = await get(startUrl);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-[^']{20,}'/);
    expect(page.body).toContain('href="https://bank.example/3ds"');
    expect(sentMessages).toEqual([
      { type: 'payment.challenge', data: { merchantId: 'acme', paymentId: 'pay_1', attemptId: 'pay_1_1' } },
    ]);
  });

  it('each page has its own nonce', async () => {
    const page = async () => {
      replies = [answer({ url: 'https://bank.example/3ds', method: 'GET', fields: {} })];
      return (await get(startUrl)).headers['content-security-policy'];
    };
    expect(await page()).not.toBe(await page());
  });

  it.each([
    '/payments/redirect/pay%201/acme/x',
    "/payments/redirect/pay_1/ac'me/x",
    '/payments/redirect/pay_1/acme/a%20b',
  ])('%s is not a page of a payment and sends no message', async (url) => {
    expect(await shownAt(url)).toBe(neutral);
    expect(sentMessages).toEqual([]);
  });
});

describe('the way back', () => {
  it('a return syncs the payment and redirects with a signature', async () => {
    replies = [returned()];
    const response = await get(`${backUrl}&session=1`);
    expect(response.statusCode).toBe(302);
    expect(response.headers['location']).toMatch(
      /^https:\/\/acme\.example\/done\?status=succeeded&payment_id=pay_1&payment_intent_client_secret=pay_1_secret_x&amount=6540&manual_retry_allowed=false&signature=[0-9a-f]{128}&signature_algorithm=HMAC-SHA512$/,
    );
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.json()).toMatchObject({ return_url: 'https://acme.example/done', http_method: 'GET', headers: [] });
    expect(sentMessages[0]).toEqual({
      type: 'payment.return',
      data: { merchantId: 'acme', paymentId: 'pay_1', connector: 'stripe_test', parameters: { session: '1' } },
    });
  });

  it("a bank's form is accepted", async () => {
    replies = [returned()];
    const response = await app.inject({
      method: 'POST',
      url: `${backUrl}&a=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'PaRes=x%20y&MD=2',
    });
    expect(response.statusCode).toBe(302);
    expect(sentMessages[0]?.data['parameters']).toEqual({ a: '1', PaRes: 'x y', MD: '2' });
  });

  it('a payment in a popup gets a page', async () => {
    replies = [returned({ inPopup: true })];
    const response = await get(backUrl);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-[^']{20,}'/);
    expect(response.headers['location']).toBeUndefined();
    expect(response.body).toContain('href="https://acme.example/done?status=succeeded&amp;payment_id=pay_1&amp;');
  });

  describe('by POST', () => {
    beforeEach(() => {
      settings = { redirect_to_merchant_with_http_post: true };
    });
    const form = '<form method="post" action="https://acme.example/done?basket=7">';

    it('a page posts the signed parameters, without the amount', async () => {
      replies = [returned({ returnUrl: 'https://acme.example/done?basket=7' })];
      const { statusCode, headers, body } = await get(backUrl);
      expect([statusCode, headers['location']]).toEqual([200, undefined]);
      expect(headers['content-security-policy']).toMatch(/; form-action https:\/\/acme\.example$/);
      expect(body).toContain(form);
      const fields = [...body.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      expect(fields).toEqual([
        ['basket', '7'],
        ['status', 'succeeded'],
        ['payment_id', 'pay_1'],
        ['payment_intent_client_secret', 'pay_1_secret_x'],
        ['manual_retry_allowed', 'false'],
        ['signature', expect.stringMatching(/^[0-9a-f]{128}$/)],
        ['signature_algorithm', 'HMAC-SHA512'],
      ]);
    });

    it('a popup sends its opener to the same return, which then posts', async () => {
      replies = [
        returned({ inPopup: true }),
        returned({ inPopup: true, returnUrl: 'https://acme.example/done?basket=7' }),
      ];
      const popup = await get(`${backUrl}&PaRes=x`);
      const again = `${backUrl}&left_popup=true`;
      expect(popup.body).toContain(`href="https://pay.example${again.replaceAll('&', '&amp;')}"`);
      expect(popup.body).not.toContain('pay_1_secret_x');
      expect((await get(again)).body).toContain(form);
      expect(sentMessages.map(({ data }) => data['parameters'])).toEqual([{ PaRes: 'x' }, {}]);
    });

    it('a customer whom the processor still expects goes to the start page by GET', async () => {
      replies = [returned({ startAgainAttemptId: 'pay_1_2' })];
      expect((await get(backUrl)).statusCode).toBe(302);
    });

    it.each(['javascript:alert(1)', 'data:text/html,x'])('the return address %j gets no form', async (returnUrl) => {
      replies = [returned({ returnUrl })];
      expect((await get(backUrl)).statusCode).toBe(400);
    });
  });

  it('a customer whom the processor still expects goes to the start page', async () => {
    replies = [returned({ startAgainAttemptId: 'pay_1_2' })];
    expect((await get(backUrl)).headers['location']).toBe(
      `https://pay.example/payments/redirect/pay_1/acme/pay_1_2?redirect_token=${tokenOf(2)}`,
    );
  });

  it.each([null, 'javascript:alert(1)', 'https://user:pw@acme.example'])(
    'the return address %j is refused',
    async (returnUrl) => {
      replies = [returned({ returnUrl })];
      const response = await get(backUrl);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { error: { type: 'invalid_request', message: 'Missing required param: return_url', code: 'IR_04' } },
      ]);
      expect(response.headers['location']).toBeUndefined();
    },
  );

  it('an unknown connector is not found', async () => {
    expect((await get(backUrl.replace('stripe_test', 'nope'))).statusCode).toBe(404);
    expect(sentMessages).toEqual([]);
  });

  it('concurrent returns share one command', async () => {
    replies = [returned(), returned({ status: 'failed' })];
    const both = await Promise.all([get(backUrl), get(backUrl.replace('response', 'complete'))]);
    expect(both.map(({ headers }) => headers['location'])).toEqual([
      expect.stringContaining('status=succeeded'),
      expect.stringContaining('status=succeeded'),
    ]);
    expect(sentMessages).toHaveLength(1);
    expect((await get(backUrl)).headers['location']).toContain('status=failed');
  });

  it('a missing reply is refused with no_reply', async () => {
    const response = await get(backUrl);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  });

  const browse = (url: string) => app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });

  it('the start page of an attempt that has ended leads a browser back to the shop with the signed status', async () => {
    replies = [refuse('payment_not_found'), returned()];
    const { statusCode, headers } = await browse(startUrl);
    expect(statusCode).toBe(302);
    expect(headers['location']).toContain('status=succeeded');
    expect(headers['location']).toContain('signature=');
  });

  it.each([{ startAgainAttemptId: 'pay_1_2' }, { returnUrl: null }])(
    'the start page of an attempt that has ended leads nowhere else: %j',
    async (change) => {
      replies = [refuse('payment_not_found'), returned(change)];
      expect((await browse(startUrl)).statusCode).toBe(404);
    },
  );

  it('the start page of an attempt that has ended is refused to other clients', async () => {
    replies = [refuse('payment_not_found')];
    expect((await get(startUrl)).statusCode).toBe(404);
    expect(sentMessages).toHaveLength(1);
  });

  it('a failure to pay leads to the form of the link, also out of a popup', async () => {
    const linkPage = 'https://pay.example/payment_link/acme/pay_1?link_token=t';
    replies = [returned({ status: 'failed', linkPage }), returned({ status: 'failed', linkPage, inPopup: true })];
    expect((await get(backUrl)).headers['location']).toBe(linkPage);
    expect((await get(backUrl)).body).toContain(`href="${linkPage}"`);
  });

  describe('a browser', () => {
    const seen = async (url: string, language = 'en', accept = 'text/html,*/*;q=0.8') => {
      const { statusCode, headers, body } = await app.inject({
        method: 'GET',
        url,
        headers: { accept, 'accept-language': language },
      });
      return { statusCode, type: headers['content-type'], refresh: headers['refresh'], body };
    };

    it('gets a page for an outcome that is not known, which looks again by itself, in its language', async () => {
      const page = await seen(backUrl, 'de');
      expect(page).toMatchObject({ statusCode: 503, type: 'text/html; charset=utf-8', refresh: '5' });
      expect(page.body).toContain('lang="de"');
      expect(page.body).not.toContain('HE_00');
    });

    it('gets a page for every other error, too, and other clients the error', async () => {
      const url = backUrl.replace('stripe_test', 'nope');
      expect(await seen(url)).toMatchObject({ statusCode: 404, type: 'text/html; charset=utf-8' });
      expect(await seen(url, 'en', 'application/json')).toMatchObject({
        statusCode: 404,
        type: expect.stringContaining('application/json'),
      });
    });
  });
});
