import { publicTopics } from '@payorch/contracts';
import { allApps } from '@payorch/provisioning';
import { aReceiver, eventually, type Receiver } from '@payorch/harness';
import type { Marker, Place } from '../support/card-markers';
import { clientSecretsIn, findPersonal } from '../support/personal-markers';
import { rowsOf } from '../support/rows';
import * as traces from '../support/stored-traces';
import { mark, merchantText } from './marked-person';
import { type MarkedRequests, sendMarkedRequests } from './marked-requests';
import { system } from './marker-system';

/** The sandbox is the processor: it is outside. */
const ourApps = allApps.filter((name) => name !== 'sandbox');

let receiver: Receiver;
let sent: MarkedRequests;

const everywhere = ['tables', 'topics', 'redis', 'postgres', 'broker', 'servers', 'logs'] as const;
type Where = (typeof everywhere)[number];
let places: Record<Where, Place[]>;
let secrets: Marker[];

const quiesced = async (): Promise<boolean> => {
  const [waiting] = await rowsOf<{ count: number }>(
    system,
    `SELECT (SELECT count(*) FROM webhooks.deliveries WHERE state <> 'delivered')::int AS count`,
  );
  return waiting!.count === 0;
};

beforeAll(async () => {
  receiver = await aReceiver();
  sent = await sendMarkedRequests(receiver);
  await eventually(() => receiver.calls.length >= 12 && quiesced(), { withinMs: 30_000 });
  secrets = clientSecretsIn(sent.answers);
  const files = await traces.files(system);
  const folderOf = ({ name }: Place): string =>
    name.split('/').find((part) => ['postgres', 'kafka'].includes(part)) ?? '';
  const within = (folder: string) => files.filter((file) => folderOf(file) === folder);
  places = {
    tables: await traces.dump(system),
    topics: await traces.topics(system),
    redis: await traces.redis(system),
    postgres: within('postgres'),
    broker: within('kafka'),
    servers: within(''),
    logs: traces.logs(system, ourApps),
  };
});
afterAll(() => receiver?.close());

describe('the search', () => {
  const found = (where: Where, text: string) => findPersonal(places[where], [{ name: 'control', text }]);

  it.each<Where>(['tables', 'topics', 'postgres', 'broker', 'logs'])('finds the id of a payment in the %s', (where) => {
    expect(found(where, sent.control.paymentId)).not.toEqual([]);
  });

  it('finds the id of a payment in the write-ahead log and in a table of the files', () => {
    const names = found('postgres', sent.control.paymentId).join('\n');
    expect(names).toContain('/pg_wal/');
    expect(names).toContain('/base/');
  });

  it('finds the id of a connector account in Redis', () => {
    expect(found('redis', sent.control.merchantConnectorId)).not.toEqual([]);
  });

  it('finds marked values where they belong: in answers and webhooks', () => {
    const seenOutside = [
      ...sent.answers.map(({ text }) => ({ name: 'an answer', content: Buffer.from(text) })),
      ...receiver.calls.map(({ body }) => ({ name: 'a webhook', content: Buffer.from(body) })),
    ];
    const seen = findPersonal(seenOutside, mark.stems).join('\n');
    for (const part of ['an answer: a text', 'a webhook: a text', 'an answer: a number', 'an answer: an address'])
      expect(seen).toContain(part);
    expect(secrets.length).toBeGreaterThan(12);
    expect(findPersonal(seenOutside, secrets).length).toBeGreaterThanOrEqual(secrets.length);
  });

  it('reads the logs of the servers', () => {
    const names = places.servers.map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
    expect(names).toEqual(expect.arrayContaining(['postgres.log', 'kafka.log', 'redis.log']));
  });

  it('reads the log of every app', () => {
    expect(places.logs.filter(({ content }) => content.length > 100)).toHaveLength(ourApps.length);
  });
});

describe('the public topics', () => {
  const shown = () => places.topics.filter(({ name }) => publicTopics.some((topic) => name === `topic ${topic}`));
  const texts = () => [...merchantText.stems, sent.processorText];

  it('carry what happened to payments, refunds, payouts and mandates', () => {
    const all = shown()
      .map(({ content }) => content.toString())
      .join('\n');
    for (const type of [
      'payment.captured',
      'payment.failed',
      'refund.succeeded',
      'payout.succeeded',
      'mandate.created',
    ])
      expect(all).toContain(`"ce_type":"${type}"`);
  });

  it('contain no text of the merchant and none of a processor, which the search finds elsewhere', () => {
    expect(findPersonal(shown(), texts())).toEqual([]);
    const elsewhere = findPersonal([...places.topics, ...places.tables], texts()).join('\n');
    expect(elsewhere).toContain('topic refunds.snapshots: a text');
    expect(elsewhere).toContain(': the text of a processor');
  });
});

describe.each(everywhere)('the %s', (where) => {
  it('contain no personal data', () => expect(findPersonal(places[where], mark.stems)).toEqual([]));
  it('contain no client secret', () => expect(findPersonal(places[where], secrets)).toEqual([]));
});
