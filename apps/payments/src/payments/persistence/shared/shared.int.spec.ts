import { mandateKey, paymentCreate } from '@payorch/contracts';
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
  rowParts,
} from '../../../../test/builders';
import { nextVersion } from '@payorch/platform/resources';
import { withUse, type Mandate, type MandateUse } from '../../../mandates/domain/mandate';
import type { PaymentMethod, ProcessorReference } from '../../../payment-methods/domain/payment-method';
import { PaymentTokens } from '../../../payment-methods/domain/payment-tokens';
import { database as schema } from '../../../persistence/database';
import { readTerms } from '../../domain/terms/terms';
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
  version: 1,
  profileId,
  customerId: 'cus_a' as CustomerId,
  paymentMethodId,
  paymentId: 'pay_1' as Mandate['paymentId'],
  attemptId: 'pay_1_1' as Mandate['attemptId'],
  reference: { mandateReference: 'pm_first', customerReference: 'cus_stripe' },
  revocation: null,
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

/** The batch has loaded no aggregates. */
const none = Promise.resolve(new Map<string, unknown>());
const sharing = { ...rowParts, tokens: new PaymentTokens([new Secret('01'.repeat(32))]), isGuarded: () => false };

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
  const loadNaming = (sql: Sql, ...ids: string[]): Promise<Shared> =>
    loadShared(sql, naming(...ids), { ...sharing, loading: none });
  const save = (change: (shared: Shared) => void) =>
    within((sql) => {
      const shared = nothingShared();
      change(shared);
      return Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
    });
  const savePaymentMethod = (paymentMethod: PaymentMethod) => save((all) => all.paymentMethods.save(paymentMethod));
  const made = async (given: Partial<Mandate> = {}) => {
    const method = aMethod();
    const mandate = aMandate(method.paymentMethodId, given);
    await save((all) => {
      all.paymentMethods.save(method);
      all.mandates.put(mandate);
    });
    return { method, mandate };
  };
  const mandateNow = async ({ mandateId }: Mandate) =>
    within(async (sql) => (await loadNaming(sql, mandateId)).mandates.find(merchantId, mandateId));
  const use = (shared: Shared, mandate: Mandate, change: Partial<MandateUse>): void => {
    const { mandateId } = mandate;
    const known = shared.mandates.find(merchantId, mandateId)!;
    const unchanged = { merchantId, mandateId, reserved: 0n, captured: 0n, revoke: false };
    shared.mandates.put(nextVersion(known, withUse(known, { ...unchanged, ...change }), now));
  };
  /** One batch that names these mandates. */
  const batch = (mandates: readonly Mandate[], change: (shared: Shared) => void) =>
    within(async (sql) => {
      const shared = await loadNaming(sql, ...mandates.map(({ mandateId }) => mandateId));
      change(shared);
      await Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
    });

  it('are read as they were saved, a mandate with its payment method', async () => {
    const { method, mandate } = await made();
    const loaded = await within((sql) => loadNaming(sql, mandate.mandateId));
    expect(loaded.mandates.find(merchantId, mandate.mandateId)).toEqual(mandate);
    expect(loaded.paymentMethods.find(merchantId, method.paymentMethodId)).toEqual(method);
    const endless = aMandate(method.paymentMethodId, { terms: { ...mandate.terms, limit: null, startDate: null } });
    await save((all) => all.mandates.put(endless));
    expect(await mandateNow(endless)).toEqual(endless);
  });

  it('cost no query where no message names one', async () => {
    const query = jest.fn();
    const batch = [{ message: paymentCreate, data: { merchantId, fields: {} } } as unknown as Incoming];
    const shared = await loadShared({ query } as unknown as Sql, batch, { ...sharing, loading: none });
    expect(sharedWrites(rowParts, shared)).toEqual([]);
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
    const loaded = await within((sql) => loadNaming(sql, paymentMethodId));
    expect(loaded.paymentMethods.find(merchantId, paymentMethodId)).toMatchObject({
      status: 'active',
      networkTransactionId: 'nti_1',
      references: { mca_1: { mandateReference: 'pm_first' }, mca_2: { mandateReference: 'second' } },
    });
  });

  it('count all uses of one batch, and are revoked by the last', async () => {
    const { mandate } = await made();
    const { mandate: other } = await made();
    await batch([mandate, other], (all) => {
      use(all, mandate, { reserved: 600n });
      use(all, other, { reserved: 1n });
      use(all, mandate, { reserved: -600n, captured: 600n, revoke: true });
    });
    expect(await mandateNow(mandate)).toMatchObject({ reserved: 0n, captured: 600n, status: 'revoked', version: 3 });
    expect(await mandateNow(other)).toMatchObject({ reserved: 1n, captured: 0n, status: 'active', version: 2 });
  });

  it('show a later message of the batch the reservation of an earlier one', async () => {
    const { mandate } = await made();
    const shared = await within((sql) => loadNaming(sql, mandate.mandateId));
    use(shared, mandate, { reserved: 1050n });
    expect(shared.mandates.find(merchantId, mandate.mandateId)?.reserved).toBe(1050n);
  });

  it('are used by one batch after the other', async () => {
    const { mandate } = await made();
    const tryOnce = () =>
      within(async (sql) => {
        const shared = await loadNaming(sql, mandate.mandateId);
        const found = shared.mandates.find(merchantId, mandate.mandateId)!;
        if (found.reserved > 0n) return 'refused';
        await sql.query('SELECT pg_sleep(0.02)');
        use(shared, mandate, { reserved: 1050n });
        await Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
        return 'taken';
      });
    const outcomes = await Promise.all(Array.from({ length: 50 }, tryOnce));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(await mandateNow(mandate)).toMatchObject({ reserved: 1050n });
  });

  it('are found by the command about one, and by the payment that has not settled its use', async () => {
    const [{ mandate: revoked }, { mandate: charged }, { mandate: settled }] = [
      await made(),
      await made(),
      await made(),
    ];
    const charging = ({ mandateId }: Mandate, reserved: bigint | null) => ({
      merchantId,
      saved: null,
      terms: readTerms({}),
      recurring: { mandateId, reserved },
    });
    const loaded = Promise.resolve(
      new Map<string, unknown>([
        [mandateKey(revoked), revoked],
        [`${merchantId}/pay_1`, charging(charged, 1n)],
        [`${merchantId}/pay_2`, charging(settled, null)],
      ]),
    );
    const { mandates } = await within((sql) => loadShared(sql, [], { ...sharing, loading: loaded }));
    const found = [revoked, charged, settled].map(({ mandateId }) => mandates.find(merchantId, mandateId)?.mandateId);
    expect(found).toEqual([revoked.mandateId, charged.mandateId, undefined]);
  });

  it('are found by the payment that moves one, and by the request for it', async () => {
    const [{ mandate: stored }, { mandate: named }] = [await made(), await made()];
    const details = ({ mandateId }: Mandate) => ({ mandate_data: { update_mandate_id: mandateId } });
    const moving = { merchantId, saved: null, recurring: null, terms: readTerms(details(stored)) };
    const request = { message: paymentCreate, data: { merchantId, fields: { details: details(named) } } };
    const { mandates } = await within((sql) =>
      loadShared(sql, [request as unknown as Incoming], {
        ...sharing,
        loading: Promise.resolve(new Map<string, unknown>([[`${merchantId}/pay_1`, moving]])),
      }),
    );
    for (const { mandateId } of [stored, named])
      expect(mandates.find(merchantId, mandateId)?.mandateId).toBe(mandateId);
  });

  it('move to another payment method, account and reference, and keep their limits', async () => {
    const { mandate } = await made();
    const method = aMethod();
    const to = {
      paymentMethodId: method.paymentMethodId,
      account: secondAccount,
      customerAcceptance: acceptance,
      paymentId: 'pay_2' as Mandate['paymentId'],
      attemptId: 'pay_2_1' as Mandate['attemptId'],
      reference: { mandateReference: 'pm_after', customerReference: 'cus_2' },
    };
    await batch([mandate], (all) => {
      all.paymentMethods.save(method);
      all.mandates.put(nextVersion(mandate, { ...mandate, ...to }, now));
    });
    expect(await mandateNow(mandate)).toMatchObject({ ...to, version: 2, terms: mandate.terms });
  });

  it('open one incident for a revocation that stays unknown', async () => {
    const { mandate } = await made();
    for (let times = 0; times < 2; times++) {
      await batch([mandate], (all) => {
        use(all, mandate, {});
        all.mandates.incidents.push(mandate);
      });
    }
    const incidents = await within((sql) => sql.query(`SELECT kind FROM incidents WHERE kind = 'revocation_unknown'`));
    expect(incidents).toEqual([{ kind: 'revocation_unknown' }]);
  });

  it('forget a reference that the processor charges no more, and keep one that a later payment brought', async () => {
    const ended = { merchantId, merchantConnectorId: 'mca_1', mandateReference: 'pm_first' };
    const [old, replaced] = [aMethod(), aMethod({ references: { mca_1: reference('pm_second') } })];
    for (const method of [old, replaced]) {
      await savePaymentMethod(method);
      const { paymentMethodId } = method;
      await save((all) => all.paymentMethods.forgetReference({ ...ended, paymentMethodId }));
    }
    const ids = [old, replaced].map(({ paymentMethodId }) => paymentMethodId);
    const { paymentMethods } = await within((sql) => loadNaming(sql, ...ids));
    expect(ids.map((id) => paymentMethods.find(merchantId, id)?.references['mca_1'])).toEqual([
      { ...reference('pm_first'), mandateReference: null },
      reference('pm_second'),
    ]);
  });

  it.each([
    ['beyond the limit, enforced by the database', { reserved: 1051n }, /mandates_limit/],
    ['below zero', { reserved: -1n }, /no amount/],
  ])('are never used %s', async (_, change, error) => {
    const { mandate } = await made();
    await expect(batch([mandate], (all) => use(all, mandate, change))).rejects.toThrow(error);
  });

  it('are invisible to a transaction of another merchant', async () => {
    const { mandate, method } = await made();
    const foreign = await within((sql) => loadNaming(sql, mandate.mandateId, method.paymentMethodId), ['merchant_b']);
    expect(foreign.mandates.find(merchantId, mandate.mandateId)).toBeUndefined();
    expect(foreign.paymentMethods.find(merchantId, method.paymentMethodId)).toBeUndefined();
  });
});
