import { paymentCreate } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { Secret, minorUnits, newId } from '@payorch/kernel';
import type { CustomerId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { sendAll, inTransaction, openDatabase } from '@payorch/platform/postgres';
import { createLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import {
  acceptance,
  aCard,
  eur,
  firstAccount,
  merchantId,
  now,
  profileId,
  secondAccount,
} from '../../../test/builders';
import type { Mandate, MandateUse } from '../../mandates/domain/mandate';
import type { PaymentMethod, ProcessorReference } from '../../payment-methods/domain/payment-method';
import { database as schema } from '../../persistence/database';
import { loadShared, nothingShared, type Shared, sharedWrites } from './shared';

const reference = (mandateReference: string, account = firstAccount): ProcessorReference => ({
  account,
  profileId,
  mandateReference,
  customerReference: 'cus_stripe',
});
const aMethod = (given: Partial<PaymentMethod> = {}): PaymentMethod => ({
  merchantId,
  paymentMethodId: newId('pm'),
  customerId: 'cus_a' as CustomerId,
  status: 'active',
  method: {
    paymentMethod: 'card',
    paymentMethodType: null,
    card: { ...aCard, cvc: 'absent' },
    sealedData: null,
    paymentMethodData: null,
  },
  references: { mca_1: reference('pm_first') },
  networkTransactionId: 'nti_1',
  createdAt: now,
  modifiedAt: now,
  ...given,
});
const aMandate = (paymentMethodId: string, given: Partial<Mandate> = {}): Mandate => ({
  merchantId,
  mandateId: newId('man'),
  customerId: 'cus_a' as CustomerId,
  paymentMethodId,
  paymentId: 'pay_1' as Mandate['paymentId'],
  account: firstAccount,
  status: 'active',
  terms: { use: 'single_use', limit: eur('10.50'), startDate: now.toISOString(), endDate: null },
  captured: minorUnits(0n),
  reserved: minorUnits(0n),
  customerAcceptance: acceptance,
  createdAt: now,
  modifiedAt: now,
  ...given,
});

describe('saved payment methods in Postgres', () => {
  let database: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    const logger = createLogger({ service: 'payments', level: 'silent' });
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: (sql: Sql) => Promise<T>, merchants: readonly string[] = [merchantId]) =>
    inTransaction(database, { merchants }, work);
  const naming = (...ids: string[]): Incoming[] =>
    ids.map((id) => {
      const recurring = id.startsWith('man')
        ? { kind: 'mandate', mandateId: id }
        : { kind: 'payment_method', paymentMethodId: id };
      return { message: paymentCreate, data: { merchantId, fields: { recurring } } } as unknown as Incoming;
    });
  const save = (change: (shared: Shared) => void) =>
    within((sql) => {
      const shared = nothingShared();
      change(shared);
      return Promise.all(sendAll(sql, sharedWrites(shared)));
    });
  const savePaymentMethod = (paymentMethod: PaymentMethod) => save((all) => all.paymentMethods.save(paymentMethod));
  const made = async (given: Partial<Mandate> = {}) => {
    const method = aMethod();
    const mandate = aMandate(method.paymentMethodId, given);
    await save((all) => {
      all.paymentMethods.save(method);
      all.mandates.create(mandate);
    });
    return { method, mandate };
  };
  const mandateNow = async ({ mandateId }: Mandate) =>
    within(async (sql) => (await loadShared(sql, naming(mandateId))).mandates.find(merchantId, mandateId));
  const use = (mandate: Mandate, change: Partial<MandateUse>): MandateUse => ({
    merchantId,
    mandateId: mandate.mandateId,
    reserved: 0n,
    captured: 0n,
    revoke: false,
    ...change,
  });

  it('are read as they were saved, a mandate with its payment method', async () => {
    const { method, mandate } = await made();
    const loaded = await within((sql) => loadShared(sql, naming(mandate.mandateId)));
    expect(loaded.mandates.find(merchantId, mandate.mandateId)).toEqual(mandate);
    expect(loaded.paymentMethods.find(merchantId, method.paymentMethodId)).toEqual(method);
    const endless = aMandate(method.paymentMethodId, { terms: { ...mandate.terms, limit: null, startDate: null } });
    await save((all) => all.mandates.create(endless));
    expect(await mandateNow(endless)).toEqual(endless);
  });

  it('cost no query where no message names one', async () => {
    const query = jest.fn();
    const shared = await loadShared({ query } as unknown as Sql, [
      { message: paymentCreate, data: { merchantId, fields: {} } } as unknown as Incoming,
    ]);
    expect(sharedWrites(shared)).toEqual([]);
    expect(query).not.toHaveBeenCalled();
  });

  it('gain references, and lose none', async () => {
    const method = aMethod({ status: 'inactive', references: {}, networkTransactionId: null });
    await savePaymentMethod(method);
    const { paymentMethodId } = method;
    await savePaymentMethod(aMethod({ paymentMethodId, references: { mca_1: reference('pm_first') } }));
    await savePaymentMethod(
      aMethod({
        paymentMethodId,
        references: { mca_2: reference('second', secondAccount) },
        networkTransactionId: null,
      }),
    );
    const loaded = await within((sql) => loadShared(sql, naming(paymentMethodId)));
    expect(loaded.paymentMethods.find(merchantId, paymentMethodId)).toMatchObject({
      status: 'active',
      networkTransactionId: 'nti_1',
      references: { mca_1: { mandateReference: 'pm_first' }, mca_2: { mandateReference: 'second' } },
    });
  });

  it('count all uses of one batch, and are revoked by the last', async () => {
    const { mandate } = await made();
    const { mandate: other } = await made();
    await save((all) => {
      all.mandates.use(use(mandate, { reserved: 600n }));
      all.mandates.use(use(other, { reserved: 1n }));
      all.mandates.use(use(mandate, { reserved: -600n, captured: 600n, revoke: true }));
    });
    expect(await mandateNow(mandate)).toMatchObject({ reserved: 0n, captured: 600n, status: 'revoked' });
    expect(await mandateNow(other)).toMatchObject({ reserved: 1n, captured: 0n, status: 'active' });
  });

  it('show a later message of the batch the reservation of an earlier one', async () => {
    const { mandate } = await made();
    const shared = await within((sql) => loadShared(sql, naming(mandate.mandateId)));
    shared.mandates.use(use(mandate, { reserved: 1050n }));
    expect(shared.mandates.find(merchantId, mandate.mandateId)?.reserved).toBe(1050n);
  });

  it('are used by one batch after the other', async () => {
    const { mandate } = await made();
    const tryOnce = () =>
      within(async (sql) => {
        const shared = await loadShared(sql, naming(mandate.mandateId));
        const found = shared.mandates.find(merchantId, mandate.mandateId)!;
        if (found.reserved > 0n) return 'refused';
        await sql.query('SELECT pg_sleep(0.02)');
        shared.mandates.use(use(mandate, { reserved: 1050n }));
        await Promise.all(sendAll(sql, sharedWrites(shared)));
        return 'taken';
      });
    const outcomes = await Promise.all(Array.from({ length: 5 }, tryOnce));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(await mandateNow(mandate)).toMatchObject({ reserved: 1050n });
  });

  it.each([
    ['beyond the limit', { reserved: 1051n }],
    ['below zero', { reserved: -1n }],
  ])('are never used %s, enforced by the database', async (_, change) => {
    const { mandate } = await made();
    await expect(save((all) => all.mandates.uses.push(use(mandate, change)))).rejects.toThrow(/mandates_limit/);
  });

  it('are invisible to a transaction of another merchant', async () => {
    const { mandate, method } = await made();
    const foreign = await within(
      (sql) => loadShared(sql, naming(mandate.mandateId, method.paymentMethodId)),
      ['merchant_b'],
    );
    expect(foreign.mandates.find(merchantId, mandate.mandateId)).toBeUndefined();
    expect(foreign.paymentMethods.find(merchantId, method.paymentMethodId)).toBeUndefined();
  });
});
