import type { DataSource } from 'typeorm';
import { Shop, shopSeals as seals } from '../../test/builders';
import { aDecision } from '../../test/operations';
import { workerDatabase } from '../../test/worker';
import { factsOf } from '../operations/commands/call-command';
import { OperationLog } from '../operations/operation-log';
import { OperationRepository } from './operation.repository';

describe('operations in PostgreSQL', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let rows: OperationRepository;
  const shop = new Shop();
  const facts = () => factsOf({ flow: 'authorize', data: shop.authorize({ fallbacks: [shop.account] }) });

  beforeAll(async () => {
    ({ database, drop } = await workerDatabase());
    rows = new OperationRepository(database, seals);
  });
  afterAll(() => drop());

  it('an operation is loaded as it was written', async () => {
    const log = new OperationLog(rows);
    const requested = facts();
    const { operation } = await log.claim(requested);
    const outcome = { kind: 'captured', reference: 'ref_1', money: requested.money! } as const;
    const stored = await log.storeResult(operation, outcome);
    expect(await rows.load(requested.merchantId, requested.operationId)).toEqual({
      ...requested,
      state: 'answered',
      reference: 'ref_1',
      outcome,
      found: null,
      leaseToken: operation.leaseToken,
      sentAt: operation.sentAt,
    });
    expect(stored).toMatchObject({ isMine: true, operation: { state: 'answered', outcome, reference: 'ref_1' } });
  });

  it('the decision of an authorization is loaded as it was sent, without the metadata in it', async () => {
    const facts = { ...aDecision.facts, metadata: { tier: 'gold' } };
    const requested = factsOf({ flow: 'authorize', data: shop.authorize({ decision: { ...aDecision, facts } }) });
    const { merchantId, operationId } = (await new OperationLog(rows).claim(requested)).operation;
    expect((await rows.load(merchantId, operationId))?.decision).toEqual(aDecision);
  });

  it('a redaction erases the responses to the operations of one payment, and keeps their outcomes', async () => {
    const log = new OperationLog(rows);
    const [one, other] = [await log.claim(facts()), await log.claim(facts())];
    const answered = (of: typeof one) =>
      ({ kind: 'captured', reference: 'ref_1', money: of.operation.money!, whole: '{"name":"Jo"}' }) as const;
    for (const claim of [one, other]) await log.storeResult(claim.operation, answered(claim));
    const { merchantId, paymentId } = one.operation;
    await rows.redact('merchant_none' as typeof merchantId, paymentId);
    expect((await rows.load(merchantId, one.operation.operationId))?.outcome).toEqual(answered(one));
    await rows.redact(merchantId, paymentId);
    const { whole: _, ...outcome } = answered(one);
    expect((await rows.load(merchantId, one.operation.operationId))?.outcome).toEqual(outcome);
    const kept = await rows.load(other.operation.merchantId, other.operation.operationId);
    expect(kept?.outcome).toEqual(other.operation.paymentId === paymentId ? outcome : answered(other));
  });

  it('an operation is claimed by one of many claims, all in one commit', async () => {
    const write = jest.spyOn(rows, 'write');
    const log = new OperationLog(rows);
    const requested = Array.from({ length: 50 }, facts);
    const claims = await Promise.all([...requested, ...requested].map((one) => log.claim(one)));
    expect(claims.filter(({ mine }) => mine)).toHaveLength(50);
    expect(claims.slice(0, 50).every(({ mine }) => mine)).toBe(true);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('claims and results that are in flight together share one commit', async () => {
    const log = new OperationLog(rows);
    const first = await Promise.all(Array.from({ length: 20 }, facts).map((one) => log.claim(one)));
    const write = jest.spyOn(rows, 'write');
    const results = first.map(({ operation }) => log.storeResult(operation, { kind: 'voided', reference: 'r' }));
    const claims = Array.from({ length: 20 }, facts).map((one) => log.claim(one));
    await Promise.all([...results, ...claims]);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('a final outcome is not replaced, and an open outcome is', async () => {
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

  it('a result is stored only with the lease token of the current claim', async () => {
    const log = new OperationLog(rows);
    const { operation } = await log.claim(facts());
    const voided = { kind: 'voided', reference: 'r' } as const;
    const foreign = { ...operation, leaseToken: 'another worker' };
    const stands = (state: string, outcome: object | null) => ({ state, outcome });
    expect(await log.storeResult(foreign, voided)).toMatchObject({ isMine: false, operation: stands('sent', null) });
    expect(await log.storeResult(operation, voided)).toMatchObject({
      isMine: true,
      operation: stands('answered', voided),
    });
  });

  it('a claim whose commit was not acknowledged is recognized by its token', async () => {
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

  it('an absence counts by the time before its lookup, whenever it is counted', async () => {
    const { operation } = await new OperationLog(rows).claim(facts());
    const { merchantId, operationId, sentAt } = operation;
    const absence = (msAfterSending: number) => ({
      readAt: new Date(sentAt!.getTime() + msAfterSending),
      countsAfterMs: 800,
    });
    const counted = [];
    for (const after of [0, 799, 801, 5_000, 10])
      counted.push(await rows.countAbsence(merchantId, operationId, absence(after)));
    expect(counted).toEqual([0, 0, 1, 2, 0]);
  });

  it('a row says when it was read, by the clock that says when it was sent', async () => {
    const { operation } = await new OperationLog(rows).claim(facts());
    const { merchantId, operationId, sentAt } = operation;
    const first = (await rows.read(merchantId, operationId))!;
    const second = (await rows.read(merchantId, operationId))!;
    expect([sentAt!, first.readAt, second.readAt].map(Number)).toEqual(
      [sentAt!, first.readAt, second.readAt].map(Number).toSorted((a, b) => a - b),
    );
    expect(first.operation).toEqual(await rows.load(merchantId, operationId));
  });

  it('an operation is not visible to another merchant', async () => {
    const { operation } = await new OperationLog(rows).claim(facts());
    expect(await rows.load(new Shop().merchantId, operation.operationId)).toBeNull();
  });
});
