import { schemaDrift } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import { Shop } from '../../test/builders';
import { workerDatabase } from '../../test/worker';
import { factsOf } from '../operations/call-command';
import { OperationLog } from '../operations/operation-log';
import { OperationRepository } from './operation.repository';

describe('operations in Postgres', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let rows: OperationRepository;
  const shop = new Shop();
  const facts = () => factsOf({ flow: 'authorize', data: shop.authorize({ fallbacks: [shop.account] }) });

  beforeAll(async () => {
    ({ database, drop } = await workerDatabase());
    rows = new OperationRepository(database);
  });
  afterAll(() => drop());

  it('are what the entities say', async () => {
    expect(await schemaDrift(database)).toEqual([]);
  });

  it('come back as they were written', async () => {
    const log = new OperationLog(rows);
    const asked = facts();
    const { operation } = await log.claim(asked);
    const outcome = { kind: 'captured', reference: 'ref_1', money: asked.money! } as const;
    const stored = await log.storeResult(operation, outcome);
    expect(await rows.load(asked.merchantId, asked.operationId)).toEqual({
      ...asked,
      state: 'answered',
      reference: 'ref_1',
      outcome,
      found: null,
      leaseToken: operation.leaseToken,
      sentAt: operation.sentAt,
    });
    expect(stored).toMatchObject({ isMine: true, operation: { state: 'answered', outcome, reference: 'ref_1' } });
  });

  it('are taken by one of many claims, all in one commit', async () => {
    const write = jest.spyOn(rows, 'write');
    const log = new OperationLog(rows);
    const asked = Array.from({ length: 50 }, facts);
    const claims = await Promise.all([...asked, ...asked].map((one) => log.claim(one)));
    expect(claims.filter(({ mine }) => mine)).toHaveLength(50);
    expect(claims.slice(0, 50).every(({ mine }) => mine)).toBe(true);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('share the commits of claims and results that are in flight together', async () => {
    const log = new OperationLog(rows);
    const first = await Promise.all(Array.from({ length: 20 }, facts).map((one) => log.claim(one)));
    const write = jest.spyOn(rows, 'write');
    const results = first.map(({ operation }) => log.storeResult(operation, { kind: 'voided', reference: 'r' }));
    const claims = Array.from({ length: 20 }, facts).map((one) => log.claim(one));
    await Promise.all([...results, ...claims]);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('keep an answer that stands for good, and let others be bettered', async () => {
    const log = new OperationLog(rows);
    const { operation } = await log.claim(facts());
    const unknown = { kind: 'unknown', reference: null, error: { code: 'T', message: 't', reason: null } } as const;
    expect(await log.storeResult(operation, unknown)).toMatchObject({ operation: { state: 'unknown' } });
    expect(await log.storeOutcome(operation, { kind: 'accepted', reference: 'r' })).toMatchObject({
      state: 'answered',
    });
    expect(await log.storeOutcome(operation, unknown)).toMatchObject({ outcome: { kind: 'accepted' } });
    const captured = { kind: 'captured', reference: 'r', money: operation.money! } as const;
    expect(await log.storeOutcome(operation, captured)).toMatchObject({ outcome: captured });
    const late = {
      kind: 'challenged',
      reference: 'r',
      challenge: { url: 'https://p', method: 'GET', fields: {} },
    } as const;
    expect(await log.storeOutcome(operation, late)).toMatchObject({ outcome: captured });
  });

  it('take a result from the holder of the claim alone', async () => {
    const log = new OperationLog(rows);
    const { operation } = await log.claim(facts());
    const voided = { kind: 'voided', reference: 'r' } as const;
    const foreign = { ...operation, leaseToken: 'somebody else' };
    const stands = (state: string, outcome: object | null) => ({ state, outcome });
    expect(await log.storeResult(foreign, voided)).toMatchObject({ isMine: false, operation: stands('sent', null) });
    expect(await log.storeResult(operation, voided)).toMatchObject({
      isMine: true,
      operation: stands('answered', voided),
    });
  });

  it('know a claim of their own whose commit was not acknowledged', async () => {
    const write = rows.write.bind(rows);
    const once = jest.spyOn(rows, 'write').mockImplementationOnce(async (...batch) => {
      await write(...batch);
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    });
    const { mine } = await new OperationLog(rows).claim(facts());
    expect(mine).toBe(true);
    expect(once).toHaveBeenCalledTimes(2);
    once.mockRestore();
  });

  it('show nothing of one merchant to another', async () => {
    const { operation } = await new OperationLog(rows).claim(facts());
    expect(await rows.load(new Shop().merchantId, operation.operationId)).toBeNull();
  });
});
