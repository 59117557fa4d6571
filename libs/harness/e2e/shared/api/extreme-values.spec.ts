import { aMerchant, sharedSystem, type TestMerchant } from '@payorch/harness';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** Times that a date can say and Postgres cannot read as they are written. */
const storableTimes = ['0239-01-18T19:38:17-18:07', '2026-01-01T00:00:00+23:59', '0001-01-01T00:00:00Z'];
const latest = '9999-12-31T23:59:59.999Z';
/** Times outside the years 1 to 9999 in UTC, and texts that are no time. */
const refusedTimes = [
  '0001-01-01T00:00:00+00:01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-00:01',
  '2026-02-30T00:00:00Z',
];

const timedBodies: readonly [string, (time: string) => object][] = [
  ['/refunds/list', (time) => ({ start_time: time, end_time: latest })],
  ['/refunds/filter', (time) => ({ start_time: time })],
  ['/payments/list', (time) => ({ time_range: { start_time: time, end_time: latest } })],
  ['/payments/filter', (time) => ({ start_time: time, end_time: latest })],
  ['/payment_link/list', (time) => ({ created_gte: time, 'created.lte': latest })],
];
const timedQueries = [
  '/payments/list?created.gt=',
  '/payments/list?created_lte=',
  '/payments/aggregate?start_time=',
  '/refunds/aggregate?start_time=',
  '/mandates/list?created_time.gt=',
  '/mandates/list?created_time.lte=',
  '/customers/list_with_count?start_time=2026-01-01T00:00:00Z&end_time=',
];

describe('a time', () => {
  it.each(timedBodies)(
    'in the body of %s is read in UTC, and refused outside the years 1 to 9999',
    async (path, bodyOf) => {
      for (const time of [...storableTimes, latest])
        expect([time, (await merchant.api.post(path, bodyOf(time))).status]).toEqual([time, 200]);
      for (const time of refusedTimes)
        expect([time, (await merchant.api.post(path, bodyOf(time))).status]).toEqual([time, 400]);
    },
  );

  it.each(timedQueries)('in the query of %s is read in UTC, and refused outside the years 1 to 9999', async (path) => {
    for (const time of refusedTimes) {
      const { status, text } = await merchant.api.get(`${path}${encodeURIComponent(time)}`);
      expect([time, status, text.split('\n')[0]]).toEqual([
        time,
        400,
        expect.stringMatching(/^Query deserialize error/),
      ]);
    }
    for (const time of [...storableTimes, latest]) {
      const { status } = await merchant.api.get(`${path}${encodeURIComponent(time)}`);
      // The list of customers refuses a range that ends before it starts.
      expect([time, status < 500]).toEqual([time, true]);
    }
  });
});

const wholeNumbers = [-1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, '9007199254740993', '1e400', '-9223372036854775809'];

describe('a number beyond its column', () => {
  it.each([
    ['/payments', (value: unknown) => `{"currency":"USD","amount":${String(value)}}`],
    ['/payments', (value: unknown) => `{"currency":"USD","amount":100,"session_expiry":${String(value)}}`],
    ['/payments', (value: unknown) => `{"currency":"USD","amount":100,"order_tax_amount":${String(value)}}`],
    ['/payments', (value: unknown) => `{"currency":"USD","amount":100,"shipping_cost":${String(value)}}`],
    ['/payments/list', (value: unknown) => `{"offset":${String(value)}}`],
    ['/payments/list', (value: unknown) => `{"amount_filter":{"start_amount":${String(value)}}}`],
    ['/refunds/list', (value: unknown) => `{"offset":${String(value)}}`],
    ['/refunds/list', (value: unknown) => `{"amount_filter":{"end_amount":${String(value)}}}`],
    ['/payment_link/list', (value: unknown) => `{"offset":${String(value)}}`],
  ])('of %s is a refusal or a result, never a fault', async (path, bodyOf) => {
    for (const value of wholeNumbers) {
      const headers = { 'api-key': merchant.apiKey, 'content-type': 'application/json' };
      const { status, text } = await system.api.raw('POST', path, bodyOf(value), headers);
      expect([value, status < 500 ? '' : text]).toEqual([value, '']);
    }
  });

  it.each([
    '/customers/list?offset=',
    '/mandates/list?offset=',
    '/blocklist?data_kind=card_bin&offset=',
    '/payments/list?limit=',
  ])('in the query of %s is a refusal or a result, never a fault', async (path) => {
    for (const value of wholeNumbers) {
      const { status, text } = await merchant.api.get(`${path}${String(value)}`);
      expect([value, status < 500 ? '' : text]).toEqual([value, '']);
    }
  });
});

describe('a text that Postgres cannot store', () => {
  it.each(['\\u0000', '\\ud800', '\\udfff x', 'a\\u0000b'])('%s is refused in every body', async (text) => {
    for (const [path, field] of [
      ['/customers', 'name'],
      ['/payments', 'description'],
      ['/payments/list', 'customer_id'],
      ['/refunds/list', 'payment_id'],
      ['/gsm/get', 'message'],
    ] as const) {
      const key = path === '/gsm/get' ? system.adminKey : merchant.apiKey;
      const headers = { 'api-key': key, 'content-type': 'application/json' };
      const { status } = await system.api.raw('POST', path, `{"${field}":"${text}"}`, headers);
      expect([path, status]).toEqual([path, 400]);
    }
  });

  it('is refused in a query and a form, also of a page, and matches no path', async () => {
    expect((await merchant.api.get('/payments/list?customer_id=a%00b')).status).toBe(400);
    expect((await system.api.get('/payments/p/m/redirect/response/stripe_test?x=a%00b')).status).toBe(400);
    expect((await merchant.api.get('/customers/a%00b')).status).toBe(404);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const back = '/payments/p/m/redirect/response/stripe_test';
    expect((await system.api.raw('POST', back, 'x=a%00b', headers)).status).toBe(400);
  });

  it.each(['a\u0000b', '"\u0000"'])('%j in a cell of a file is a line that failed, or a refusal', async (cell) => {
    const form = new FormData();
    form.append('file', new Blob([`card_iin,card_issuer\n90909091,${cell}\n`], { type: 'text/csv' }), 'upload.csv');
    const answer = await fetch(`${system.baseUrl('gateway')}/cards/update-batch`, {
      method: 'POST',
      headers: { 'api-key': system.adminKey },
      body: form,
    });
    expect([answer.status < 500, await answer.text()]).toEqual([true, expect.not.stringContaining('went wrong')]);
  });

  it('a damaged form is refused, and not quoted', async () => {
    for (const path of ['/cards/update-batch', '/payment_methods/update-batch', '/blocklist/batch']) {
      const key = path === '/blocklist/batch' ? merchant.apiKey : system.adminKey;
      const headers = { 'api-key': key, 'content-type': 'multipart/form-data; boundary=part' };
      const { status, text } = await system.api.raw('POST', path, '--part\r\nsecret--part--\r\n', headers);
      expect([path, status]).toEqual([path, 422]);
      expect(text).not.toContain('secret');
    }
  });
});
