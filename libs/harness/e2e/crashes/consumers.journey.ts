import { publicTopics } from '@payorch/contracts';
import {
  aMerchant,
  aReceiver,
  cardFields,
  eventually,
  ok,
  paymentBody,
  startLoad,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { openedRecords } from '../support/opened';
import { produceAgain, recordsIn, topicsOf, type TopicRecord } from '../support/records';
import { rowsOf } from '../support/rows';
import { expectConsistency } from '../support/consistency-check';
import { caughtUp, rewindAll } from './groups';
import { system } from './message-system';

const consumers = ['payments', 'routing', 'connector-worker', 'webhooks'] as const;
const tables = [
  'payments.intents',
  'payments.attempts',
  'payments.captures',
  'payments.customers',
  'payments.incidents',
  'payments.jobs',
  'connector_worker.operations',
  'routing.account_settings',
  'webhooks.events',
  'webhooks.deliveries',
];

const headerOf = ({ headers }: Pick<TopicRecord, 'headers'>, name: string): string => String(headers?.[name] ?? '');

/** The command had not begun: the gateway sent it again, and that one was handled. */
const isNotBegun = ({ headers, value }: TopicRecord): boolean =>
  headerOf({ headers }, 'outcome') === 'refused' && (JSON.parse(String(value)) as Json)['code'] === 'settings_outdated';

describe('redelivered messages', () => {
  let merchant: TestMerchant;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await aReceiver();
    merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
  });
  afterAll(() => receiver?.close());

  /** Everything that a message may change: rows, requests and effects at the processor, webhooks received. */
  const stateNow = async () => {
    const digests: Record<string, unknown> = {};
    for (const table of tables)
      [digests[table]] = await rowsOf(
        system,
        `SELECT count(*) AS rows, md5(string_agg(one::text, E'\\n' ORDER BY one::text)) AS digest FROM ${table} one`,
      );
    const moved = system
      .ledger()
      .filter(({ entry, kind }) => entry === 'effect' || (entry === 'request' && kind !== 'lookup'));
    return { ...digests, moved: moved.length, received: receiver.calls.length };
  };

  /** All messages unchanged, but without their deadline. */
  const messages = async (): Promise<TopicRecord[]> => {
    const names = (await topicsOf(system)).filter(
      (topic) => !/^gateway\.replies|^dead_letters$/.test(topic) && !publicTopics.includes(topic),
    );
    const records = await recordsIn(system, names);
    return records.map((record) => {
      const { deadline: _, ...headers } = record.headers ?? {};
      return { ...record, headers };
    });
  };

  const settled = async () => {
    await caughtUp(system);
    await eventually(
      async () => {
        const [left] = await rowsOf<{ n: string }>(
          system,
          `SELECT (SELECT count(*) FROM webhooks.deliveries WHERE state = 'waiting') +
                  (SELECT count(*) FROM payments.outbox) AS n`,
        );
        return left?.n === '0';
      },
      { withinMs: 40_000 },
    );
  };

  it('change nothing, and a redelivered command is answered with the stored reply', async () => {
    const load = startLoad(() => merchant.api, { seed: 2, clients: 8 });
    const dropped = paymentBody({ payment_id: 'executed_then_dropped', ...cardFields('4000000000070047') });
    expect(ok(await merchant.api.post('/payments', dropped)).status).toBe('processing');
    expect((await merchant.api.post('/payments', dropped)).body.error.code).toBe('HE_01');
    await eventually(() => load.log.length > 120, { withinMs: 60_000 });
    const log = await load.stop();
    await expectConsistency(system, merchant, log);
    await settled();
    const before = await stateNow();

    const all = await messages();
    await produceAgain(system, all, 2);
    await settled();
    expect(await stateNow()).toEqual(before);

    const ends = await Promise.all(consumers.map((name) => system.kill(name, 'SIGTERM')));
    expect(ends).toEqual(consumers.map(() => 'code 0'));
    const rewound = await rewindAll(system);
    expect(rewound).toEqual(expect.arrayContaining(['payments', 'payments.queries', 'routing', 'webhooks']));
    await Promise.all(consumers.map((name) => system.start(name)));
    await settled();
    expect(await stateNow()).toEqual(before);

    await expectAnswersAgain(all);
  });

  /** Each command has at least three replies, and the last one agrees with the interface. */
  async function expectAnswersAgain(sent: readonly TopicRecord[]): Promise<void> {
    const slots = (await topicsOf(system)).filter((topic) => topic.startsWith('gateway.replies.'));
    const answers = new Map<string, TopicRecord[]>();
    for (const reply of await openedRecords(system, await recordsIn(system, slots))) {
      const id = headerOf(reply, 'replycorrelationid');
      answers.set(id, [...(answers.get(id) ?? []), reply]);
    }
    const commands = sent.filter(({ topic }) => topic === 'payments.commands');
    for (const command of commands) {
      const replies = answers.get(headerOf(command, 'replycorrelationid')) ?? [];
      expect(replies.length).toBeGreaterThanOrEqual(3);
      const handled = replies.filter((reply) => !isNotBegun(reply));
      const [first, last] = [handled[0]!, handled.at(-1)!];
      expect(headerOf(last, 'outcome')).toBe(headerOf(first, 'outcome'));
      const body = JSON.parse(String(last.value)) as Json;
      if (headerOf(last, 'outcome') === 'refused') expect(body).toEqual(JSON.parse(String(first.value)));
      else expect(body).toEqual((await merchant.api.get(`/payments/${body.payment_id}`)).body);
    }
    expect(commands.length).toBeGreaterThan(60);
  }
});
