import { disputeKey, mandateKey, relayKey, topics } from '@payorch/contracts';
import { type BackfilledService, freshSchema, testBackfill, testPlans } from '@payorch/harness';
import { keyOf, minorUnits, newId, newPaymentId, type RelayId, Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, sendAll, type Statement } from '@payorch/platform/postgres';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { nextPage } from '@payorch/platform/snapshots';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aPayment, eur, firstAccount, merchantId, profileId, seals as testKeys } from '../../test/builders';
import { aDispute } from '../../test/disputes';
import type { Dispute } from '../disputes/domain/dispute';
import { DisputeStore } from '../disputes/persistence/dispute.store';
import type { Mandate } from '../mandates/domain/mandate';
import { MandateRows } from '../mandates/persistence/mandate.store';
import type { Payment } from '../payments/domain/payment';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { nothingShared } from '../payments/persistence/shared/shared';
import { database as schema } from '../persistence/database';
import type { Relay } from '../relays/domain/relay';
import { RelayStore } from '../relays/persistence/relay.store';
import { knownObjects } from './known-objects';

const seals = testKeys as unknown as MerchantSeals;
const known = knownObjects(seals);
const payments = new PaymentRepository(seals);
const [disputes, mandates, relays] = [new DisputeStore(), new MandateRows(seals), new RelayStore()];

let database: DataSource;
let drop: () => Promise<void>;
/** `one`: its statements have plans for empty tables. */
const open = async (connections: 'one' | 'several'): Promise<void> => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  const pool = connections === 'one' ? { poolSize: 1 } : {};
  database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger, ...pool });
  await database.query('ANALYZE');
};
const close = async (): Promise<void> => {
  await database.destroy();
  await drop();
};

const written = (statements: readonly Statement[]) =>
  inTransaction(database, { merchants: [merchantId] }, (sql) => Promise.all(sendAll(sql, statements)));
const change = <State>(key: string, before: State | undefined, after: State) => ({ key, before, after, partition: 3 });

const aNewPayment = (modifiedAt: Date): Payment => {
  const [payment, paymentId] = [aPayment.charged(), newPaymentId()];
  const attempts = payment.attempts.map((attempt) => ({ ...attempt, id: `${paymentId}_1` as never }));
  return { ...payment, paymentId, version: 1, attempts, captures: [], modifiedAt };
};
const aMandate = (modifiedAt: Date): Mandate => ({
  merchantId,
  mandateId: newId('man'),
  version: 1,
  profileId,
  customerId: 'cus_1' as Mandate['customerId'],
  paymentMethodId: 'pm_1',
  paymentId: newPaymentId(),
  attemptId: 'pay_1_1' as Mandate['attemptId'],
  account: firstAccount,
  reference: { mandateReference: null, customerReference: null },
  status: 'active',
  terms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
  captured: minorUnits(0n),
  reserved: minorUnits(0n),
  customerAcceptance: null,
  revocation: null,
  createdAt: modifiedAt,
  modifiedAt,
});
const aRelay = (modifiedAt: Date): Relay => ({
  merchantId,
  relayId: newId<RelayId>('relay'),
  version: 1,
  profileId,
  account: firstAccount,
  reference: 'pi_1',
  requested: { type: 'refund', money: eur('5.00'), reason: null },
  state: 'success',
  operation: newId('op'),
  connectorReference: 're_1',
  error: null,
  incidents: [],
  pendingReplies: [],
  syncCount: 0,
  partition: 3,
  createdAt: modifiedAt,
  modifiedAt,
});
const next = <State extends { readonly version: number }>(state: State, modifiedAt: Date): State => ({
  ...state,
  version: state.version + 1,
  modifiedAt,
});

/** How a kind is made and written, many at once. */
const kindOf = <State extends { readonly version: number }>(
  topic: string,
  made: (modifiedAt: Date) => State,
  key: (state: State) => string,
  writesOf: (changes: readonly ReturnType<typeof change<State>>[]) => readonly Statement[],
) => {
  const save = (before: State | undefined, after: State) => written(writesOf([change(key(after), before, after)]));
  const add = (count: number) => {
    const states = Array.from({ length: count }, () => made(new Date()));
    return written(writesOf(states.map((state) => change(key(state), undefined, state))));
  };
  return { topic, made, keyOf: key, next: next<State>, save, add };
};

const kinds = {
  intents: kindOf(
    topics.paymentsSnapshots.name,
    aNewPayment,
    ({ paymentId }) => keyOf(merchantId, paymentId),
    (changes) => payments.writes(changes, nothingShared()),
  ),
  disputes: kindOf(
    topics.disputesSnapshots.name,
    (modifiedAt: Date): Dispute => aDispute({}, { disputeId: newId('dp'), paymentId: newPaymentId(), modifiedAt }),
    disputeKey,
    (changes) => disputes.writes(changes),
  ),
  mandates: kindOf(topics.mandatesSnapshots.name, aMandate, mandateKey, (changes) => mandates.save(changes)),
  relays: kindOf(topics.relaysSnapshots.name, aRelay, relayKey, (changes) => relays.writes(changes)),
};

describe('objects from before the snapshot topics', () => {
  beforeAll(() => open('several'));
  afterAll(close);
  const service: BackfilledService = {
    known,
    transact: (work) => inTransaction(database, { merchants: 'every' }, work),
  };
  testBackfill(kinds.intents, service);
  testBackfill(kinds.disputes, service);
  testBackfill(kinds.mandates, service);
  testBackfill(kinds.relays, service);
});

describe('the statements of a backfill', () => {
  beforeAll(() => open('one'));
  afterAll(close);
  async function handle(size: number): Promise<void> {
    for (const { add } of Object.values(kinds)) await add(size);
    await inTransaction(database, { merchants: 'every' }, async (sql) => {
      for (const objects of known) {
        const position = {
          topic: objects.snapshots,
          before: 'infinity',
          after: ['', ''],
          unreadable: 0,
          isOpen: true,
        } as const;
        const { rows } = await nextPage(sql, objects, position, size);
        expect(await objects.eventsOf(sql, rows)).toHaveLength(size);
      }
    });
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    indexes: { relays: ['relays_pkey'] },
  });
});
