import { freshSchema } from '@payorch/harness';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import type { KnownObjects } from '.';
import { BackfillFixture, Sent, thingsOn } from './backfill.fixture';

const topic = 'things.snapshots';
const known = [thingsOn(topic)];
const ids = ['t1', 't2', 't3', 't4', 't5', 't6', 't7'];

let fixture: BackfillFixture;
let sent: Sent;
beforeAll(async () => void (fixture = await BackfillFixture.open(await freshSchema('payments'))));
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.clear();
  jest.clearAllMocks();
  sent = new Sent();
});
const backfill = (options: Partial<Parameters<BackfillFixture['backfill']>[0]> = {}) =>
  fixture.backfill({ known, producer: sent, ...options });
const versions = (list: readonly string[], version = 1) => list.map((id) => [id, version]);

it('every object is on the topic once, and a later start reads nothing', async () => {
  await fixture.add(ids);
  await backfill().round();
  expect(sent.versions).toEqual(versions(ids));
  expect(await fixture.position()).toEqual({ after_id: 't7', published: 7, unreadable: 0, is_finished: true });
  expect(fixture.gauges.mock.calls.at(-1)).toEqual([topic, expect.objectContaining({ isOpen: false, unreadable: 0 })]);
  const hasCopied = jest.fn();
  await backfill({ hasCopied }).round();
  expect(sent.messages).toHaveLength(7);
  expect(hasCopied).not.toHaveBeenCalled();
});

it('a record has the topic and the key of the object, and an event that shows its state', async () => {
  await fixture.add(['t1']);
  await fixture.add(['t2'], 5);
  await backfill().round();
  expect(sent.messages.map((message) => [message.topic, message.key, message.headers['ce_type']])).toEqual([
    [topic, 'merchant_a/relays/t1', 'relay.created'],
    [topic, 'merchant_a/relays/t2', 'relay.updated'],
  ]);
  const { headers } = sent.messages[1]!;
  expect(headers['ce_source']).toBe('relays');
  expect(headers['ce_dataschema']).toBe('https://pay.example.com/topics/schemas/relay.updated/1.json');
});

it('an instance that ends before its page is committed leaves it to the next one, under the same ids', async () => {
  await fixture.add(ids);
  const first = backfill();
  sent.afterwards = () => {
    if (sent.messages.length >= 6) throw new Error('killed');
  };
  await first.round();
  expect(await fixture.position()).toMatchObject({ after_id: 't3', published: 3, is_finished: false });
  sent.afterwards = () => undefined;
  await backfill().round();
  expect(sent.versions).toEqual([...versions(ids.slice(0, 6)), ...versions(ids.slice(3))]);
  const idsOf = (from: number) => sent.messages.slice(from, from + 3).map(({ headers }) => headers['ce_id']);
  expect(idsOf(3)).toEqual(idsOf(6));
  expect(await fixture.position()).toMatchObject({ published: 7, is_finished: true });
});

it('a change during a page waits until the broker has the older state', async () => {
  await fixture.add(ids);
  const order: string[] = [];
  let change: Promise<unknown> = Promise.resolve();
  sent.afterwards = async () => {
    if (order.length === 0) change = fixture.change('t2').then(() => order.push('changed'));
    // The change asks for the row meanwhile.
    await fixture.database.query('SELECT pg_sleep(0.05)');
    order.push('published');
  };
  await backfill().round();
  await change;
  expect(order[0]).toBe('published');
  expect(sent.versions.filter(([id]) => id === 't2')).toEqual([['t2', 1]]);
});

it('an object that another transaction holds is neither waited for nor left out', async () => {
  await fixture.add(ids);
  const worker = backfill();
  await fixture.change('t2', async () => {
    await worker.round();
    expect(sent.versions).toEqual([['t1', 1]]);
  });
  // Its new version has an event.
  await worker.round();
  expect(sent.versions).toEqual(versions(ids.filter((id) => id !== 't2')));
});

it('a held object that does not change after all is on the topic', async () => {
  await fixture.add(ids);
  const worker = backfill();
  const rolledBack = fixture.change('t2', async () => {
    await worker.round();
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await worker.round();
  expect(sent.versions).toEqual(versions(ids));
});

it('objects that changed since the mark are left to their events', async () => {
  await fixture.add(ids);
  await fixture.change('t1');
  await fixture.change('t7');
  await backfill().round();
  expect(sent.versions).toEqual(versions(ids.slice(1, 6)));
});

it('while one instance publishes, another one does not', async () => {
  await fixture.add(ids);
  const other = backfill();
  sent.afterwards = async () => expect(await other.page()).toBe(false);
  await backfill().round();
  expect(sent.versions).toEqual(versions(ids));
});

it('it begins when older events are copied; what changes meanwhile has its event', async () => {
  await fixture.add(ids);
  const hasCopied = jest.fn(async () => false);
  const worker = backfill({ hasCopied });
  await worker.round();
  expect(sent.messages).toEqual([]);
  await fixture.change('t3');
  hasCopied.mockResolvedValue(true);
  await worker.round();
  expect(sent.versions).toEqual(versions(ids.filter((id) => id !== 't3')));
});

it.each([
  ['many messages wait', 501, '0 s'],
  ['a message has waited for long', 1, '11 s'],
])('it pauses while %s', async (_name, rows, age) => {
  await fixture.add(ids);
  const worker = backfill();
  sent.afterwards = async () => {
    await fixture.database.query(
      `INSERT INTO outbox (partition, topic, value, headers, created_at)
       SELECT 0, 'any', '{}', '{}', now() - $2::interval FROM generate_series(1, $1)`,
      [rows, age],
    );
  };
  await worker.round();
  expect(sent.versions).toEqual(versions(ids.slice(0, 3)));
  await fixture.database.query('DELETE FROM outbox');
  sent.afterwards = () => undefined;
  await worker.round();
  expect(sent.versions).toEqual(versions(ids));
});

it('an object that does not read is named and counted, and keeps no other from the topic', async () => {
  await fixture.add(['t1', 't3']);
  await fixture.add(['t2'], 0);
  await backfill().round();
  expect(sent.versions).toEqual(versions(['t1', 't3']));
  expect(fixture.errors).toHaveBeenCalledWith(expect.objectContaining({ topic, object: 't2' }), expect.anything());
  expect(await fixture.position()).toMatchObject({ published: 2, unreadable: 1, is_finished: true });
  expect(fixture.gauges.mock.calls.at(-1)).toEqual([topic, expect.objectContaining({ isOpen: false, unreadable: 1 })]);
});

it('an object whose data key does not come is tried again, and not for ever', async () => {
  await fixture.add(['t1', 't2']);
  const [things] = known as [KnownObjects];
  const eventsOf: KnownObjects['eventsOf'] = async (sql, rows) => {
    const [first, ...others] = await things.eventsOf(sql, rows);
    const keyless = () => {
      throw new DataKeysUnknown('merchant_a');
    };
    return first ? [keyless, ...others] : [];
  };
  const worker = backfill({ known: [{ ...things, eventsOf }] });
  for (let tries = 0; tries < 30; tries++) await worker.round();
  expect(sent.messages).toEqual([]);
  await worker.round();
  expect(sent.versions).toEqual([['t2', 1]]);
  expect(await fixture.position()).toMatchObject({ published: 1, unreadable: 1, is_finished: true });
});

it('without its row the backfill of a topic begins again', async () => {
  await fixture.add(ids);
  await backfill().round();
  await fixture.database.query('DELETE FROM snapshot_backfills');
  await backfill().round();
  expect(sent.versions).toEqual([...versions(ids), ...versions(ids)]);
});
