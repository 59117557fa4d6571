import { rotatingSeals } from '@payorch/harness';
import { operator } from '@payorch/platform/postgres';
import { knownDataKeys, ResealWalk } from '@payorch/platform/rewrap';
import { DataKeysUnknown, SettingsBox } from '@payorch/platform/sealing';
import { gatewayDatabase, testBox, testResponses, type GatewayDatabase } from '../../test/gateway-database';
import type { KeyPlace } from '../request';
import { resealedResponses, responsePlace, ResponseSeals } from './response-seals';

const place = (merchantId: string, key: string): KeyPlace => ({ merchantId, route: 'POST /payments', key });

describe('stored responses', () => {
  const { seals, source } = rotatingSeals();
  const box = testBox();
  const responses = testResponses(box, seals);
  const table = resealedResponses(box);
  let gateway: GatewayDatabase;
  beforeAll(async () => {
    gateway = await gatewayDatabase();
  });
  afterAll(() => gateway.close());

  const store = (at: KeyPlace, sealed: string | null) =>
    gateway.database.change('every', (sql) =>
      sql.query(
        `INSERT INTO idempotency_keys (merchant_id, route, idempotency_key, request_digest, command_id, leased_until, sealed_response)
         VALUES ($1, $2, $3, '\\x00', 'c1', now(), $4)`,
        [at.merchantId, at.route, at.key, sealed],
      ),
    );
  const storedAt = async (at: KeyPlace): Promise<string | null> => {
    const [row] = await gateway.database.read('every', (sql) =>
      sql.query<{ sealed_response: string | null }>(
        'SELECT sealed_response FROM idempotency_keys WHERE merchant_id = $1 AND route = $2 AND idempotency_key = $3',
        [at.merchantId, at.route, at.key],
      ),
    );
    return row!.sealed_response;
  };

  const newWalk = (loadKeys?: (merchants: readonly string[]) => Promise<void>) =>
    new ResealWalk({ tables: [table], seals, pageRows: 2, againMs: 0, restMs: 0, ...(loadKeys && { loadKeys }) });

  /** Walks until nothing is due; returns the merchants whose keys each page loaded. */
  async function walk(): Promise<string[][]> {
    const loaded: string[][] = [];
    const loadKeys = async (merchants: readonly string[]) => void loaded.push([...merchants]);
    const walks = newWalk(loadKeys);
    const keys = knownDataKeys(source.rotatedDataKeys());
    for (let isWalking = true; isWalking;) {
      const step = await gateway.database.change('every', (sql) => walks.step(sql, keys));
      isWalking = step.kind === 'walked';
    }
    return loaded;
  }

  it('of merchants get the current data key, those of operators stay with the settings key, and all of them open', async () => {
    const places = ['a key with spaces', 'k2', 'k 3', '4'].map((key) => place('acme', key));
    for (const [at, one] of places.entries())
      await store(one, at < 2 ? box.seal(`response ${at}`, responsePlace(one)) : responses.seal(one, `response ${at}`));
    await store(place('acme', 'unanswered'), null);
    const [foreign, ofOperator] = [place('other', 'k2'), place(operator, 'k2')];
    await store(foreign, responses.seal(foreign, 'foreign'));
    await store(ofOperator, responses.seal(ofOperator, 'of the operator'));
    expect(await storedAt(ofOperator)).toMatch(/^v1\./);

    await walk();
    for (const one of places) expect(await storedAt(one)).toMatch(/^d1\.1\./);
    source.rotate('acme');
    expect((await walk()).flat()).toContain('acme');
    for (const [at, one] of places.entries()) {
      const sealed = await storedAt(one);
      expect(sealed).toMatch(/^d1\.2\./);
      expect(await responses.open(one, sealed!)).toBe(`response ${at}`);
    }
    expect(await storedAt(place('acme', 'unanswered'))).toBeNull();
    expect(await responses.open(foreign, (await storedAt(foreign))!)).toBe('foreign');
    expect(await storedAt(foreign)).toMatch(/^d1\.1\./);
    expect(await responses.open(ofOperator, (await storedAt(ofOperator))!)).toBe('of the operator');
    await expect(responses.open(places[1]!, (await storedAt(places[0]!))!)).rejects.toThrow('tampered');
  });

  it('are read by the primary key', async () => {
    const { text, params } = newWalk().pageOf(table, knownDataKeys(new Map([['m', 2]])), ['m', '["POST /x","k"]']);
    const filled = text.replace(/\$(\d)/g, (_, at: string) => `'${String(params[Number(at) - 1])}'`);
    const plan = await gateway.database.read('every', async (sql) => {
      await sql.query('SET LOCAL enable_sort TO off');
      return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join();
    expect(lines).toContain('Index Scan using idempotency_keys_pkey');
    expect(lines).not.toMatch(/Sort|Seq Scan/);
  });
});

describe('a gateway', () => {
  it('stores a response under the settings key where the data keys of its merchant are unknown', async () => {
    const { seals } = rotatingSeals();
    const unknown = () => {
      throw new DataKeysUnknown('acme');
    };
    const responses = testResponses(testBox(), Object.assign(Object.create(seals), { seal: unknown }));
    const at = place('acme', 'k');
    const sealed = responses.seal(at, 'text');
    expect(sealed).toMatch(/^v1\./);
    expect(await responses.open(at, sealed)).toBe('text');
  });

  it('reads the keys of a merchant again for a response under a newer one', async () => {
    const { seals } = rotatingSeals();
    const at = place('acme', 'k');
    const sealed = seals.seal('text', responsePlace(at));
    const steps: string[] = [];
    let isBehind = true;
    const behind = Object.assign(Object.create(seals), {
      open: (...args: Parameters<typeof seals.open>) => {
        if (isBehind) throw new DataKeysUnknown('acme', 1);
        return seals.open(...args);
      },
    });
    const keys = {
      load: async () => void steps.push('load'),
      forget: () => {
        isBehind = false;
        steps.push('forget');
      },
    };
    const box: SettingsBox = testBox();
    expect(await new ResponseSeals(box, behind, keys).open(at, sealed)).toBe('text');
    expect(steps).toEqual(['load', 'forget', 'load']);
  });
});
