import type { PayoutDestination, RewrappedSeal, SealToRewrap } from '@payorch/contracts';
import { freshSchema, testSeals } from '@payorch/harness';
import { type PayoutId, Secret } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { inTransaction, openDatabase, sendAll, type Sql } from '@payorch/platform/postgres';
import { digestOf, putJsonSeals, RewrapJob, RewrapWalk } from '@payorch/platform/rewrap';
import {
  describeSeal,
  type MerchantSeals,
  newX25519Jwk,
  open,
  parsePrivateKeys,
  parsePublicKeys,
  seal,
} from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aDestination, aPayout, merchantId } from '../../test/builders';
import type { Payout } from '../domain/payout';
import { database as schema } from './database';
import { PayoutRepository } from './payout.repository';
import { payoutSealTables } from './payout-seals';

const jwks = ['older', 'newer'].map((kid) => newX25519Jwk(kid));
const [older, newer] = parsePublicKeys(jwks);
const keys = parsePrivateKeys(new Secret(JSON.stringify(jwks)));
const repository = new PayoutRepository(testSeals() as unknown as MerchantSeals);

const number = '4242424242424242';
const purposes = { card: 'card_number', data: 'payment_method_data' } as const;
type Kind = keyof typeof purposes;

const sealFor = (reference: string, kind: Kind, publicKey = older!) =>
  seal(number, { publicKey, header: { reference, merchantId, purpose: purposes[kind] } });
const card = (reference: string, publicKey = older) =>
  ({
    ...aDestination(),
    type: 'card',
    methodType: 'debit',
    sealed: null,
    card: {
      reference,
      sealedNumber: sealFor(reference, 'card', publicKey),
      bin: '424242',
      extendedBin: '42424242',
      last4: '4242',
      network: 'Visa',
      fingerprint: 'f2',
      expiryMonth: '10',
      expiryYear: '35',
      holderName: 'Ada Lovelace',
      cvc: 'absent',
    },
  }) as PayoutDestination;
const account = (reference: string, publicKey = older): PayoutDestination =>
  aDestination({ sealed: { reference, sealed: sealFor(reference, 'data', publicKey) } as PayoutDestination['sealed'] });

const sealedIn = ({ destination }: Payout): string => (destination!.card?.sealedNumber ?? destination!.sealed?.sealed)!;

const withSeal = (payout: Payout, sealed: string): Payout => {
  const destination = payout.destination!;
  const { card } = destination;
  const resealed = card
    ? { card: { ...card, sealedNumber: sealed } }
    : { sealed: { reference: destination.sealed!.reference, sealed } };
  return { ...payout, destination: { ...destination, ...resealed } };
};

/** What a worker answers that holds both keys. */
const answerTo = ({ place, objectId, reference, purpose, sealed, ...one }: SealToRewrap): RewrappedSeal => {
  const header = { reference, merchantId: one.merchantId, purpose };
  const resealed = seal(open(sealed, keys, header), { publicKey: newer!, header });
  const position = { place, objectId, merchantId: one.merchantId, was: digestOf(sealed) };
  return { ...position, outcome: { kind: 'sealed', sealed: resealed } };
};

describe('a destination that is sealed for an older key', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  const sent: SealToRewrap[] = [];
  beforeAll(async () => {
    const fresh = await freshSchema('payouts');
    drop = fresh.drop;
    database = await openDatabase({ ...schema, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  const within = <T>(work: (sql: Sql) => Promise<T>) => inTransaction(database, { merchants: [merchantId] }, work);
  const walk = new RewrapWalk({ tables: payoutSealTables, pageRows: 2, againMs: 0, restMs: 0 });
  const job = new RewrapJob({
    owner: 'payouts',
    walk,
    kids: () => ['newer', 'older'],
    transact: (merchants, work) => inTransaction(database, { merchants }, work),
    producer: {
      send: (messages: readonly EncodedMessage[]) => {
        for (const { value } of messages)
          sent.push(...(JSON.parse(value.toString()) as { seals: SealToRewrap[] }).seals);
        return Promise.resolve();
      },
    },
    put: (seals, kid) => within((sql) => putJsonSeals(sql, payoutSealTables, seals, kid)),
    logger: silentLogger,
    metrics: { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() },
    pageEveryMs: 1,
    everyMs: 1,
  });
  const atTheStart = async (): Promise<boolean> => {
    const [position] = await within((sql) => sql.query<{ after_id: string }>('SELECT after_id FROM seal_walks'));
    return position!.after_id === '';
  };
  /** One pass over the table: what was sent. */
  const pass = async (): Promise<SealToRewrap[]> => {
    sent.length = 0;
    do await job.turn();
    while (!(await atTheStart()));
    return [...sent];
  };

  const write = (before: Payout | undefined, after: Payout) => {
    const change = { key: `${merchantId}/${after.payoutId}`, before, after, partition: 3 };
    return within((sql) => Promise.all(sendAll(sql, repository.writes([change]))));
  };
  const stored = async (name: string, destination: PayoutDestination | null, state: Payout): Promise<Payout> => {
    const payoutId = `payout_${name.padEnd(23, '0')}` as PayoutId;
    const payout = { ...state, payoutId, destination, version: 1 };
    await write(undefined, payout);
    return payout;
  };
  const now = async ({ payoutId }: Payout): Promise<Payout> => {
    const key = `${merchantId}/${payoutId}`;
    return (await within((sql) => repository.load(sql, [key], 'reading'))).get(key)!;
  };
  beforeEach(() => within((sql) => sql.query('TRUNCATE payouts, seal_walks, unopenable_seals')));

  it('is replaced in place, and nothing else of the payout changes', async () => {
    const payouts = [
      await stored('card', card('card_1'), aPayout.requires_confirmation!()),
      await stored('account', account('data_1'), aPayout.requires_fulfillment()),
      await stored('paid', account('data_2'), aPayout.success()),
    ];
    await stored('current', card('card_4', newer), aPayout.success());
    await stored('none', null, aPayout.requires_payout_method_data!());
    const found = await pass();
    expect(found.map(({ place, reference }) => `${place} ${reference}`).sort()).toEqual([
      'payouts.card card_1',
      'payouts.data data_1',
      'payouts.data data_2',
    ]);
    await job.take(found.map(answerTo));
    expect(await pass()).toEqual([]);
    for (const payout of payouts) {
      const after = await now(payout);
      const sealed = sealedIn(after);
      const { kid, ...header } = describeSeal(sealed);
      expect([kid, open(sealed, keys, header)]).toEqual(['newer', number]);
      expect(withSeal(after, sealedIn(payout))).toEqual(payout);
    }
    expect(await within((sql) => sql.query('SELECT 1 FROM outbox'))).toEqual([]);
  });

  it('does not overwrite a destination that was named since, which the next pass finds', async () => {
    const payout = await stored('changed', card('card_1'), aPayout.requires_confirmation!());
    const answers = (await pass()).map(answerTo);
    const changed = { ...payout, version: 2, destination: account('data_9') };
    await write(payout, changed);
    await job.take(answers);
    expect((await now(payout)).destination).toEqual(changed.destination);
    expect((await pass()).map(({ reference }) => reference)).toEqual(['data_9']);
  });

  it('stays while a batch has locked the payout; the next pass seals it anew', async () => {
    const payout = await stored('locked', account('data_1'), aPayout.requires_fulfillment());
    const answers = (await pass()).map(answerTo);
    await within(async (sql) => {
      await repository.load(sql, [`${merchantId}/${payout.payoutId}`], 'writing');
      await job.take(answers);
    });
    expect(describeSeal(sealedIn(await now(payout))).kid).toBe('older');
    await job.take((await pass()).map(answerTo));
    expect(describeSeal(sealedIn(await now(payout))).kid).toBe('newer');
  });

  it('is not exchanged for the seal of another destination', async () => {
    const payout = await stored('own', account('data_1'), aPayout.requires_fulfillment());
    const [request] = (await pass()) as [SealToRewrap];
    const { place, objectId, sealed } = request;
    for (const other of [
      sealFor('data_2', 'data', newer),
      sealFor('data_1', 'card', newer),
      sealFor('data_1', 'data', older),
    ])
      await job.take([
        { place, objectId, merchantId, was: digestOf(sealed), outcome: { kind: 'sealed', sealed: other } },
      ]);
    expect(sealedIn(await now(payout))).toBe(sealed);
  });
});
