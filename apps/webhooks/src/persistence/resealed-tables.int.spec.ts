import { freshSchema, rotatingSeals } from '@payorch/harness';
import { Secret, type MerchantId } from '@payorch/kernel';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { knownDataKeys, ResealWalk } from '@payorch/platform/rewrap';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRequest } from '../../test/builders';
import { freezeBody } from '../domain/event-body';
import { database } from './database';
import { bodyFromColumn, DeliveryRepository } from './delivery.repository';
import { resealedTables } from './resealed-tables';

const acme = 'acme_1' as MerchantId;

describe('stored events under older data keys', () => {
  let dataSource: DataSource;
  let drop: () => Promise<void>;
  const { seals, source } = rotatingSeals();

  beforeAll(async () => {
    const fresh = await freshSchema('webhooks');
    drop = fresh.drop;
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await drop();
  });

  const rows = <Row>(text: string, params: readonly unknown[] = []) =>
    inTransaction(dataSource, { merchants: 'every' }, (sql) => sql.query<Row>(text, params));
  const newWalk = () => new ResealWalk({ tables: resealedTables, seals, pageRows: 2, againMs: 0, restMs: 0 });
  async function walk(): Promise<void> {
    const walks = newWalk();
    const keys = knownDataKeys(source.rotatedDataKeys());
    for (let isWalking = true; isWalking;) {
      const step = await inTransaction(dataSource, { merchants: 'every' }, (sql) => walks.step(sql, keys));
      isWalking = step.kind === 'walked';
    }
  }

  it('a plain body and a body under an older key get the current seal, and every attempt sends the same bytes', async () => {
    const bodies = new Map<string, Buffer>();
    for (let n = 0; n < 5; n++) {
      const request = aRequest({ merchantId: acme, object: { payment_id: `pay_${n}`, name: 'Zoë – v1.1.0' } });
      const body = freezeBody(request);
      bodies.set(request.eventId, body);
      await new DeliveryRepository(dataSource, seals, 1_000, 60_000).add([
        { request, endpointId: request.profileId, body, requestId: 'req_1', leaseToken: null },
      ]);
    }
    const plain = [...bodies.keys()].slice(0, 2);
    for (const id of plain) await rows('UPDATE events SET body = $2 WHERE event_id = $1', [id, bodies.get(id)]);
    await walk();
    source.rotate(acme);
    await walk();
    const stored = await rows<{ event_id: string; body: Buffer }>('SELECT event_id, body FROM events');
    expect(stored).toHaveLength(5);
    for (const { event_id: id, body } of stored) {
      expect(body.toString('latin1')).toMatch(/^d2\.2\./);
      expect(bodyFromColumn(seals, body, { merchantId: acme, objectId: id })).toEqual(bodies.get(id));
    }
    const [cursor] = await rows(`SELECT kid, waiting, due_at = 'infinity' AS finished FROM seal_walks`);
    expect(cursor).toEqual({ kid: '1', waiting: 0, finished: true });
  });

  it('a body whose first bytes end within a character is no error', async () => {
    const request = aRequest({ merchantId: acme, object: { payment_id: 'pay_x' } });
    await new DeliveryRepository(dataSource, seals, 1_000, 60_000).add([
      {
        request,
        endpointId: request.profileId,
        body: Buffer.from(`{"text":"12${'é'.repeat(9)}"}`),
        requestId: 'r',
        leaseToken: null,
      },
    ]);
    await rows('UPDATE events SET body = $2 WHERE event_id = $1', [
      request.eventId,
      Buffer.from(`{"text":"12${'é'.repeat(9)}"}`),
    ]);
    source.rotate(acme);
    await walk();
    const [event] = await rows<{ body: Buffer }>('SELECT body FROM events WHERE event_id = $1', [request.eventId]);
    expect(bodyFromColumn(seals, event!.body, { merchantId: acme, objectId: request.eventId }).toString()).toBe(
      `{"text":"12${'é'.repeat(9)}"}`,
    );
    expect(event!.body.toString('latin1')).toMatch(/^d2\.3\./);
  });

  it('a page is read by the primary key', async () => {
    const { text, params } = newWalk().pageOf(resealedTables[0]!, knownDataKeys(new Map([['m', 2]])), ['m', 'e']);
    const filled = text.replace(/\$(\d)/g, (_, at: string) => `'${String(params[Number(at) - 1])}'`);
    const plan = await inTransaction(dataSource, { merchants: 'every' }, async (sql) => {
      await sql.query('SET LOCAL enable_sort TO off');
      return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`);
    });
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('Index Scan using events_pkey');
  });
});
