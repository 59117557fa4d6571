import { customerDelete, keyOfKind } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { keyOf, newPaymentId, Secret } from '@payorch/kernel';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import { inTransaction, openDatabase, sendAll, type Sql } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import {
  aCard,
  aPayment,
  firstAccount,
  later,
  merchantId,
  now,
  profileId,
  rowParts,
  seals,
} from '../../../test/builders';
import { aSavedWallet, aWalletToken } from '../../../test/payment-methods';
import type { Mandate } from '../../mandates/domain/mandate';
import type { PaymentMethod } from '../../payment-methods/domain/payment-method';
import { PaymentRepository } from '../../payments/persistence/payment/payment.repository';
import { PaymentTokens } from '../../payment-methods/domain/payment-tokens';
import { loadShared, nothingShared, sharedWrites, type Shared } from '../../payments/persistence/shared/shared';
import { database as schema } from '../../persistence/database';
import { ownCustomers } from '../domain/customer-owners';
import { createCustomer } from '../domain/create-customer';
import type { Customer } from '../domain/customer';
import { redactCustomer } from '../domain/redact-customer';
import { redactionDue } from './jobs';
import { countCustomers, listCustomers, type CustomerListRequest } from '../queries/list-customers';
import { customerKey, CustomerStore } from './customer.store';

const store = new CustomerStore(seals);
const payments = new PaymentRepository(seals);
const otherMerchant = 'merchant_b' as MerchantId;

describe('customers in Postgres', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: (sql: Sql) => Promise<T>) =>
    inTransaction(database, { merchants: [merchantId, otherMerchant] }, work);
  const aCustomer = (id: string, of: MerchantId = merchantId, createdAt = now): Customer =>
    createCustomer(
      { merchantId: of, customerId: id as CustomerId, fields: { name: 'Jo', metadata: { plan: 'gold' } } },
      { known: undefined, now: createdAt },
    ) as Customer;
  const write = async (before: Customer | undefined, after: Customer): Promise<Customer> => {
    const key = keyOfKind('customers', after.merchantId, after.customerId);
    await within((sql) =>
      Promise.all(sendAll(sql, store.writes([{ key, before, after, partition: 0 }], ownCustomers))),
    );
    return after;
  };
  const created = (id: string, of?: MerchantId, createdAt?: Date) => write(undefined, aCustomer(id, of, createdAt));
  /** As it is now: its first payment method has become its default. */
  const stored = async (customer: Customer): Promise<Customer> =>
    (await within((sql) => store.find(sql, customerKey(customer))))!;
  const deleted = (customer: Customer) => redactCustomer(customer, { hasActiveMandate: false, now }) as Customer;
  const share = (change: (shared: Shared) => void) =>
    within((sql) => {
      const shared = nothingShared();
      change(shared);
      return Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
    });
  const aMethod = (customerId: string, paymentMethodId: string, of: MerchantId = merchantId): PaymentMethod => ({
    merchantId: of,
    paymentMethodId,
    customerId: customerId as CustomerId,
    status: 'active',
    method: {
      paymentMethod: 'card',
      paymentMethodType: 'credit',
      card: { ...aCard, cvc: 'absent' },
      sealedData: null,
      paymentMethodData: { billing: { email: 'jo@acme.example' } },
    },
    references: {
      mca_1: { account: firstAccount, profileId, mandateReference: 'pm_1', customerReference: 'cus_stripe' },
    },
    networkTransactionId: 'nti_1',
    createdAt: now,
    modifiedAt: now,
  });
  const aMandate = (customerId: string, mandateId: string, status: Mandate['status']): Mandate => ({
    merchantId,
    mandateId,
    customerId: customerId as CustomerId,
    paymentMethodId: 'pm_x',
    version: 1,
    paymentId: newPaymentId(),
    attemptId: 'pay_1_1' as Mandate['attemptId'],
    account: firstAccount,
    profileId,
    status,
    reference: { mandateReference: null, customerReference: null },
    revocation: null,
    terms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
    captured: 0n as Mandate['captured'],
    reserved: 0n as Mandate['reserved'],
    customerAcceptance: { acceptance_type: 'online', online: { ip_address: '10.0.0.1' } },
    createdAt: now,
    modifiedAt: now,
  });
  const methodRow = (id: string) =>
    within((sql) =>
      sql.query(
        'SELECT status, method, processor_references, network_transaction_id FROM payment_methods WHERE payment_method_id = $1',
        [id],
      ),
    );
  const sharing = { ...rowParts, tokens: new PaymentTokens([new Secret('01'.repeat(32))]), isGuarded: () => false };
  const message = (type: { readonly type: string }, data: object) => ({ message: type, data }) as unknown as Incoming;
  const sharedOf = (type: { readonly type: string }, data: object) =>
    within((sql) => loadShared(sql, [message(type, { merchantId, ...data })], sharing));

  it('a deletion erases the saved payment methods of its customer, and no others', async () => {
    const customer = await created('cus_1');
    await share(({ paymentMethods }) => {
      paymentMethods.save(aMethod('cus_1', 'pm_own'));
      paymentMethods.save(aMethod('cus_2', 'pm_other'));
    });
    await inTransaction(database, { merchants: [otherMerchant] }, (sql) => {
      const shared = nothingShared();
      shared.paymentMethods.save(aMethod('cus_1', 'pm_foreign', otherMerchant));
      return Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
    });
    const before = await stored(customer);
    await write(before, deleted(before));
    expect(await methodRow('pm_own')).toEqual([
      {
        status: 'inactive',
        processor_references: {},
        network_transaction_id: null,
        method: {
          paymentMethod: 'card',
          paymentMethodType: 'credit',
          card: null,
          sealedData: null,
          paymentMethodData: null,
        },
      },
    ]);
    for (const id of ['pm_other', 'pm_foreign'])
      expect(await methodRow(id)).toMatchObject([{ status: 'active', network_transaction_id: 'nti_1' }]);
    expect(
      await within((sql) => store.find(sql, customerKey({ merchantId, customerId: 'cus_1' as CustomerId }))),
    ).toEqual(deleted(before));
  });

  it('a deletion erases a decrypted wallet token, with its expiry and fingerprint', async () => {
    const customer = await created('cus_wallet');
    const { method } = aSavedWallet();
    await share(({ paymentMethods }) => paymentMethods.save({ ...aMethod('cus_wallet', 'pm_wallet'), method }));
    const columns = () =>
      within((sql) =>
        sql.query(`SELECT fingerprint, method FROM payment_methods WHERE payment_method_id = 'pm_wallet'`),
      );
    expect(await columns()).toMatchObject([{ fingerprint: aWalletToken.fingerprint }]);
    const before = await stored(customer);
    await write(before, deleted(before));
    expect(await columns()).toEqual([
      {
        fingerprint: null,
        method: {
          paymentMethod: 'wallet',
          paymentMethodType: 'google_pay',
          card: null,
          sealedData: null,
          paymentMethodData: null,
        },
      },
    ]);
  });

  it('a new version of a deleted customer erases what was saved since', async () => {
    const customer = await created('cus_late');
    const gone = await write(customer, deleted(customer));
    await share(({ paymentMethods }) => paymentMethods.save(aMethod('cus_late', 'pm_late')));
    const shared = await sharedOf(redactionDue, { customerId: 'cus_late', pass: 1, after: null });
    expect(shared.redactionPages.get(keyOf(merchantId, 'cus_late'))).toEqual({
      payments: [],
      hasPaymentMethods: true,
      tokenized: [],
    });
    const before = await stored(gone);
    await write(before, { ...before, version: before.version + 1 });
    const again = await sharedOf(redactionDue, { customerId: 'cus_late', pass: 1, after: null });
    expect(again.redactionPages.get(keyOf(merchantId, 'cus_late'))?.hasPaymentMethods).toBe(false);
  });

  it('only an active mandate of the very customer keeps it, and a deletion erases where mandates were accepted', async () => {
    const customer = await created('cus_bound');
    await share(({ mandates }) => {
      mandates.put(aMandate('cus_bound', 'man_revoked', 'revoked'));
      mandates.put(aMandate('cus_x', 'man_of_another', 'active'));
    });
    const isBound = async () =>
      (await sharedOf(customerDelete, { customerId: 'cus_bound' })).hasActiveMandate(merchantId, customer.customerId);
    expect(await isBound()).toBe(false);
    await share(({ mandates }) => mandates.put(aMandate('cus_bound', 'man_active', 'active')));
    expect(await isBound()).toBe(true);
    await write(customer, deleted(customer));
    const acceptances = await within((sql) =>
      sql.query('SELECT mandate_id, customer_acceptance FROM mandates ORDER BY mandate_id'),
    );
    expect(acceptances).toEqual([
      { mandate_id: 'man_active', customer_acceptance: { acceptance_type: 'online' } },
      { mandate_id: 'man_of_another', customer_acceptance: expect.objectContaining({ sealed: expect.anything() }) },
      { mandate_id: 'man_revoked', customer_acceptance: { acceptance_type: 'online' } },
    ]);
  });

  describe('a customer that other accounts share', () => {
    const owners = { customersOf: () => merchantId, accountsSharing: () => [otherMerchant] };
    const atOther = <T>(work: (shared: Shared) => T) =>
      within((sql) => {
        const shared = nothingShared();
        work(shared);
        return Promise.all(sendAll(sql, sharedWrites(rowParts, shared)));
      });

    it('is erased with what these accounts saved, and with nothing of others', async () => {
      const customer = await created('cus_shared');
      await atOther(({ paymentMethods }) => {
        paymentMethods.save(aMethod('cus_shared', 'pm_at_other', otherMerchant));
        paymentMethods.save(aMethod('cus_not_shared', 'pm_stays', otherMerchant));
      });
      const before = await stored(customer);
      const key = keyOfKind('customers', merchantId, customer.customerId);
      const change = { key, before, after: deleted(before), partition: 0 };
      await within((sql) => Promise.all(sendAll(sql, store.writes([change], owners))));
      const [erased] = await methodRow('pm_at_other');
      const [stays] = await methodRow('pm_stays');
      expect([erased, stays]).toMatchObject([{ status: 'inactive' }, { status: 'active' }]);
    });

    it('is bound by a mandate of any of these accounts', async () => {
      const customer = await created('cus_bound_elsewhere');
      const mandate = { ...aMandate('cus_bound_elsewhere', 'man_elsewhere', 'active'), merchantId: otherMerchant };
      await atOther(({ mandates }) => mandates.put(mandate));
      const deletion = message(customerDelete, { merchantId, customerId: customer.customerId });
      const isBound = async (more: object) => {
        const { hasActiveMandate } = await within((sql) => loadShared(sql, [deletion], { ...sharing, ...more }));
        return hasActiveMandate(merchantId, customer.customerId);
      };
      expect([await isBound({ owners }), await isBound({})]).toEqual([true, false]);
    });

    it('is found and its pages are read under the account that has them', async () => {
      await created('cus_named');
      const naming = message(
        { type: 'payment.create' },
        { merchantId: otherMerchant, fields: { customerId: 'cus_named' } },
      );
      const { customers } = await within((sql) => loadShared(sql, [naming], { ...sharing, owners }));
      expect(customers.get(keyOf(merchantId, 'cus_named'))).toMatchObject({ merchantId, name: 'Jo' });
      const due = { merchantId, customerId: 'cus_named', account: otherMerchant, pass: 1, after: null };
      const { redactionPages } = await within((sql) =>
        loadShared(sql, [message(redactionDue, due)], { ...sharing, owners }),
      );
      expect([...redactionPages.keys()]).toEqual([keyOf(otherMerchant, 'cus_named')]);
    });
  });

  it('the payments of a deleted customer come page by page, in the order of their creation', async () => {
    const saved = Array.from({ length: 203 }, (_, n) => ({
      ...aPayment.charged(),
      paymentId: newPaymentId(),
      version: 1,
      customerId: 'cus_many' as CustomerId,
      // Two of each moment: the id decides between them.
      createdAt: later(Math.floor(n / 2)),
    })).map((payment) => ({
      ...payment,
      attempts: payment.attempts.map((attempt) => ({ ...attempt, id: `${payment.paymentId}_1` as never })),
    }));
    const changes = saved.map((after) => ({
      key: keyOf(merchantId, after.paymentId),
      before: undefined,
      after,
      partition: 0,
    }));
    await within((sql) => Promise.all(sendAll(sql, payments.writes(changes, nothingShared()))));
    const page = async (after: object | null) =>
      (await sharedOf(redactionDue, { customerId: 'cus_many', pass: 1, after })).redactionPages.get(
        keyOf(merchantId, 'cus_many'),
      )!.payments;
    const first = await page(null);
    const last = first.at(-1)!;
    const second = await page({ createdAt: last.createdAt.toISOString(), paymentId: last.paymentId });
    expect([first.length, second.length]).toEqual([200, 3]);
    expect([...first, ...second].map(({ paymentId }) => paymentId).sort()).toEqual(
      saved.map(({ paymentId }) => paymentId).sort(),
    );
  });

  it('a batch without a deletion costs no query', async () => {
    const query = jest.fn();
    await loadShared(
      { query } as unknown as Sql,
      [message({ type: 'payment.create' }, { merchantId, fields: {} })],
      sharing,
    );
    expect(query).not.toHaveBeenCalled();
  });

  it('lists are of one merchant, newest first, with filters and the number of all', async () => {
    const merchant = 'merchant_c' as MerchantId;
    const inside = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: [merchant] }, work);
    for (const [id, seconds] of [
      ['cus_a', 1],
      ['cus_b', 2],
      ['cus_c', 3],
    ] as const) {
      const after = aCustomer(id, merchant, later(seconds));
      const key = keyOfKind('customers', merchant, id);
      await inside((sql) =>
        Promise.all(sendAll(sql, store.writes([{ key, before: undefined, after, partition: 0 }], ownCustomers))),
      );
    }
    const request: CustomerListRequest = {
      merchantId: merchant,
      customerId: null,
      limit: 10,
      offset: 0,
      counted: true,
      createdFrom: null,
      createdTo: null,
    };
    const ids = async (more: Partial<CustomerListRequest> = {}) =>
      (await inside((sql) => listCustomers(sql, seals, { ...request, ...more }))).map(({ customerId }) => customerId);
    expect(await ids()).toEqual(['cus_c', 'cus_b', 'cus_a']);
    expect(await ids({ limit: 1, offset: 1 })).toEqual(['cus_b']);
    expect(await ids({ customerId: 'cus_1' as CustomerId })).toEqual([]);
    expect(await ids({ createdFrom: later(2).toISOString() })).toEqual(['cus_c', 'cus_b']);
    expect(await ids({ createdTo: later(1).toISOString() })).toEqual(['cus_a']);
    expect(await inside((sql) => countCustomers(sql, { ...request, limit: 1 }))).toBe(3);
  });
});
