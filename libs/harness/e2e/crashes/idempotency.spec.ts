import { aMerchant, apiAt, eventually, ok, paymentBody, type Answer, type Api, type Json } from '@payorch/harness';
import type { AppProcess, System, TestMerchant } from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { quiesce } from '../support/consistency-check';
import { shortSessionTimeout, longTimeoutWorker } from '../support/quick-system';
import {
  expectRefundLedgerAgreement,
  refundedAmounts,
  paid,
  retrieveRefund,
  spawnQuickWithRefunds,
} from '../support/refund-checks';
import { rowsOf } from '../support/rows';
import { effectLabelsOf, ledgerDifferences } from '../support/ledger-check';

jest.setTimeout(400_000);

/** Timeouts of the gateway; a dead gateway holds a key only for its lease, 4 s by default. */
const waits = { REPLY_TIMEOUT: '2s', PROCESSOR_REPLY_TIMEOUT: '4s' };

let system: System;
let merchant: TestMerchant;
let second: AppProcess;
beforeAll(async () => {
  system = await spawnQuickWithRefunds({
    appEnv: { gateway: waits, payments: shortSessionTimeout, 'connector-worker': longTimeoutWorker },
  });
  merchant = await aMerchant(system);
  second = await system.addInstance('gateway');
  second.launch(waits);
  await second.ready();
});
afterAll(() => system?.stop());

/** One POST with its key, and the expected effect after all work is finished. */
interface Keyed {
  readonly key: string;
  readonly api: Api;
  readonly path: string;
  readonly body: object;
  readonly effect: () => Promise<unknown>;
  readonly expected: unknown;
}

const send = ({ key, api, path, body }: Keyed): Promise<Answer> => api.post(path, body, { 'idempotency-key': key });
/** Sends the request to the second gateway. */
const sendElsewhere = (keyed: Keyed): Promise<Answer> => {
  const apiKey = keyed.api === system.admin ? system.adminKey : merchant.apiKey;
  return send({ ...keyed, api: apiAt(second.baseUrl, { 'api-key': apiKey }) });
};

/** Retries with the same key like a client; a 409 for a request in progress and a 5xx are not answers. */
const untilAnswered = (keyed: Keyed, sending = send): Promise<Answer> =>
  eventually(
    async () => {
      const answer = await sending(keyed);
      if (answer.status === 409 || answer.status >= 500) throw new Error(`${keyed.key}: still ${answer.status}`);
      return answer;
    },
    { withinMs: 180_000, everyMs: 200 },
  );

let amount = 10_000;
const nextAmount = () => (amount += 1);
const count = async (sql: string, values: unknown[]) => (await rowsOf(system, sql, values)).length;
const madeOf = async (sum: number) => {
  const made = await rowsOf<{ payment_id: string }>(
    system,
    'SELECT payment_id FROM payments.intents WHERE amount = $1',
    [sum],
  );
  return made.map(({ payment_id }) => effectLabelsOf(system, payment_id));
};
const authorized = async (sum: number): Promise<string> =>
  ok(await merchant.api.post('/payments', paymentBody({ amount: sum, capture_method: 'manual' }))).payment_id;

const kinds: Record<string, (key: string) => Promise<Keyed>> = {
  create: async (key) => {
    const sum = nextAmount();
    const body = paymentBody({ amount: sum });
    return {
      key,
      api: merchant.api,
      path: '/payments',
      body,
      effect: () => madeOf(sum),
      expected: [[`charge ${sum}`]],
    };
  },
  confirm: async (key) => {
    const sum = nextAmount();
    const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ amount: sum, confirm: false })));
    const effect = async () => effectLabelsOf(system, payment_id);
    return {
      key,
      api: merchant.api,
      path: `/payments/${payment_id}/confirm`,
      body: {},
      effect,
      expected: [`charge ${sum}`],
    };
  },
  capture: async (key) => {
    const sum = nextAmount();
    const paymentId = await authorized(sum);
    const effect = async () => effectLabelsOf(system, paymentId);
    const expected = [`authorize ${sum}`, 'capture 4000'];
    const body = { amount_to_capture: 4000 };
    return { key, api: merchant.api, path: `/payments/${paymentId}/capture`, body, effect, expected };
  },
  cancel: async (key) => {
    const sum = nextAmount();
    const paymentId = await authorized(sum);
    const effect = async () => effectLabelsOf(system, paymentId);
    const expected = [`authorize ${sum}`, `void ${sum}`];
    return { key, api: merchant.api, path: `/payments/${paymentId}/cancel`, body: {}, effect, expected };
  },
  // Two of these refunds would fit into the charge.
  refund: async (key) => {
    const payment_id = await paid(merchant);
    const effect = async () => refundedAmounts(system, payment_id);
    return { key, api: merchant.api, path: '/refunds', body: { payment_id, amount: 600 }, effect, expected: [600] };
  },
  'change of a refund': async (key) => {
    const payment_id = await paid(merchant);
    const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id, amount: 600 }));
    const body = { metadata: { key } };
    const effect = async () => (await retrieveRefund(merchant, refund_id)).metadata;
    return { key, api: merchant.api, path: `/refunds/${refund_id}`, body, effect, expected: { key } };
  },
  'API key': async (key) => {
    const effect = () => count('SELECT 1 FROM gateway.api_keys WHERE name = $1', [key]);
    const body = { name: key, expiration: 'never' };
    return { key, api: system.admin, path: `/api_keys/${merchant.merchantId}`, body, effect, expected: 1 };
  },
  organization: async (key) => {
    const effect = () => count(`SELECT 1 FROM gateway.organizations WHERE metadata->>'key' = $1`, [key]);
    const body = { organization_name: key, metadata: { key } };
    return { key, api: system.admin, path: '/organization', body, effect, expected: 1 };
  },
};

const deck = Object.entries({
  create: 8,
  confirm: 3,
  capture: 4,
  cancel: 2,
  refund: 4,
  'change of a refund': 1,
  'API key': 2,
  organization: 1,
});
const clientsOfEach = 4;

/** Asserts that every request had its effect once, and that every key has an answer. */
async function expectOneEffectEach(all: readonly Keyed[]): Promise<void> {
  await quiesce(system);
  await expectRefundLedgerAgreement(system);
  for (const { key, effect, expected } of all) expect([key, await effect()]).toEqual([key, expected]);
  expect(await ledgerDifferences(system)).toEqual([]);
  const open = await rowsOf<{ idempotency_key: string }>(
    system,
    'SELECT idempotency_key FROM gateway.idempotency_keys WHERE sealed_response IS NULL AND idempotency_key = ANY($1)',
    [all.map(({ key }) => key)],
  );
  expect(open).toEqual([]);
}

describe('100 parallel POSTs with 25 keys have one effect and equal answers per key', () => {
  let round = 0;
  type Deaths = readonly (readonly [AppName, string])[];
  it.each<[string, Deaths]>([
    [
      'although the gateway is killed before and after it stores an answer',
      [
        ['gateway', 'reply-before-store=kill@9'],
        ['gateway', 'reply-stored-before-sent=kill@4'],
      ],
    ],
    ['although the gateway is killed before it commits its own change', [['gateway', 'before-commit=kill@2']]],
    [
      'although payments is killed before and after its commit',
      [
        ['payments', 'before-commit=kill@2'],
        ['payments', 'after-commit-before-publish=kill'],
        ['payments', 'after-publish-before-offset=kill'],
      ],
    ],
    ['although refunds is killed after its commit', [['refunds', 'after-commit-before-publish=kill@2']]],
  ])('%s', async (_, deaths) => {
    round += 1;
    const all = await Promise.all(
      deck.flatMap(([kind, times]) =>
        Array.from({ length: times }, (_, index) => kinds[kind]!(`round ${round}: ${kind} ${index}`)),
      ),
    );
    const apps = [...new Set(deaths.map(([app]) => app))];
    for (const app of apps) await system.kill(app, 'SIGTERM');
    const sending = Promise.all(
      all.map((keyed) => Promise.all(Array.from({ length: clientsOfEach }, () => untilAnswered(keyed)))),
    );
    const restarts = async () => {
      for (const [app, point] of deaths) await system.crash(app, point);
      for (const app of apps) await system.start(app);
    };
    const [answersByKey] = await Promise.all([sending, restarts()]);
    expect(answersByKey.flat()).toHaveLength(100);
    for (const [index, keyed] of all.entries()) {
      // Both gateways replay the answer to a later request.
      const later = [await untilAnswered(keyed), await untilAnswered(keyed, sendElsewhere)];
      const distinct = new Set([...answersByKey[index]!, ...later].map(({ status, text }) => `${status} ${text}`));
      expect([keyed.key, [...distinct]]).toEqual([keyed.key, [expect.stringMatching(/^200 /)]]);
      for (const { headers } of later) expect(headers['idempotent-replayed']).toBe('true');
    }
    await expectOneEffectEach(all);
  });
});

describe('a gateway that dies with an unsent answer', () => {
  /** Sends the request to a gateway that dies at this fail point; the second gateway runs. */
  async function dieWith(keyed: Keyed, point: string): Promise<void> {
    await system.app('gateway').arm(`${point}=kill`);
    await expect(send(keyed)).rejects.toThrow();
    expect(await system.app('gateway').whenEnded()).toBe('SIGKILL');
  }
  afterEach(() => system.start('gateway'));

  it('about a payment leaves a lease, after which a retry returns the same payment', async () => {
    const keyed = await kinds['create']!('lease');
    await dieWith(keyed, 'reply-before-store');
    const early = await sendElsewhere(keyed);
    expect([early.status, early.body.error.code, early.headers['retry-after']]).toEqual([409, 'IR_16', '1']);
    const [lease] = await rowsOf<{ ms: string }>(
      system,
      `SELECT 1000 * extract(epoch FROM leased_until - now()) AS ms FROM gateway.idempotency_keys WHERE idempotency_key = $1`,
      [keyed.key],
    );
    expect(Number(lease?.ms)).toBeLessThan(5_000);
    const answer = await untilAnswered(keyed, sendElsewhere);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    const made = await rowsOf(system, 'SELECT payment_id FROM payments.intents WHERE amount = $1', [
      (keyed.body as Json).amount,
    ]);
    expect(made).toEqual([{ payment_id: answer.body.payment_id }]);
    await expectOneEffectEach([keyed]);
  });

  it.each(['API key', 'organization'])('about a committed change (%s) has stored the answer', async (kind) => {
    const keyed = await kinds[kind]!(`committed ${kind}`);
    await dieWith(keyed, 'reply-before-store');
    expect(await keyed.effect()).toBe(1);
    // At once, without waiting for a lease.
    const answer = await sendElsewhere(keyed);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, 'true']);
    await expectOneEffectEach([keyed]);
    if (kind === 'API key') {
      const use = apiAt(second.baseUrl, { 'api-key': answer.body.api_key });
      expect((await use.get('/payments/pay_none')).status).toBe(404);
    }
  });

  it('about an uncommitted change has no effect, and the retry makes the change', async () => {
    const keyed = await kinds['API key']!('not committed');
    await dieWith(keyed, 'before-commit');
    expect(await keyed.effect()).toBe(0);
    const answer = await untilAnswered(keyed, sendElsewhere);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    await expectOneEffectEach([keyed]);
  });

  it('that is stored answers the retry', async () => {
    const keyed = await kinds['create']!('stored');
    await dieWith(keyed, 'reply-stored-before-sent');
    const [first, again] = [await sendElsewhere(keyed), await sendElsewhere(keyed)];
    expect([first.status, first.headers['idempotent-replayed'], again.text]).toEqual([200, 'true', first.text]);
    await expectOneEffectEach([keyed]);
  });

  it('gives the same answer after its restart', async () => {
    const keyed = await kinds['create']!('answered');
    const first = await send(keyed);
    await system.kill('gateway');
    await system.start('gateway');
    const again = await send(keyed);
    expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    await system.kill('gateway');
  });
});

it('a capture refused with 503 without payments leaves its key free, and a retry captures once', async () => {
  const keyed = await kinds['capture']!('without payments');
  await system.kill('payments');
  expect((await send(keyed)).status).toBe(503);
  const sending = untilAnswered(keyed);
  await system.start('payments');
  const { status, text, body } = await sending;
  // The gateway waits 4 s, and payments has just started: `processing` is the state at the end of that wait.
  expect([status, body.status]).toEqual([200, expect.stringMatching(/^(partially_captured|processing)$/)]);
  await expectOneEffectEach([keyed]);
  expect((await send(keyed)).text).toBe(text);
  expect(ok(await merchant.api.get(`/payments/${body.payment_id}`))).toMatchObject({
    status: 'partially_captured',
    amount_received: 4000,
  });
});
