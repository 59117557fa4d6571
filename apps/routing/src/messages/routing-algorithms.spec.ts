import {
  connectorAccountSettings,
  refuse,
  routingAlgorithmCreate,
  routingAlgorithmForActivation,
} from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import type { KeyedDelivery, MessageContext, Reply } from '@payorch/platform/kafka';
import { AccountSettings } from '@payorch/platform/kafka';
import { anAlgorithmCommand, anAlgorithmRecord } from '../../test/algorithms';
import { anAccount, incoming, merchantId, profileId } from '../../test/builders';
import type { AlgorithmRecord } from '../domain/algorithms/algorithm-record';
import type { AlgorithmPage } from '../persistence/routing-algorithms.repository';
import { RoutingAlgorithms } from './routing-algorithms';

const now = new Date('2026-01-05T10:00:00.000Z');
const command = anAlgorithmCommand({
  algorithm: { type: 'single', data: { connector: 'stripe_test', merchant_connector_id: 'mca_1' } },
  algorithmFor: 'payment',
});

/** Stores records in memory. */
class Records {
  readonly stored = new Map<RoutingAlgorithmId, AlgorithmRecord>();
  readonly pages: AlgorithmPage[] = [];

  create(record: AlgorithmRecord): Promise<AlgorithmRecord> {
    const first = this.stored.get(record.algorithmId) ?? record;
    this.stored.set(record.algorithmId, first);
    return Promise.resolve(first);
  }

  find(_: unknown, id: RoutingAlgorithmId): Promise<AlgorithmRecord | undefined> {
    return Promise.resolve(this.stored.get(id));
  }

  list(_: unknown, page: AlgorithmPage): Promise<readonly AlgorithmRecord[]> {
    this.pages.push(page);
    return Promise.resolve([...this.stored.values()]);
  }
}

const delivery = (context: Partial<MessageContext> = {}) =>
  ({ incoming: incoming(routingAlgorithmCreate, command, context), isExpired: false }) as KeyedDelivery;
const bodyOf = (reply: Reply): unknown => (reply.kind === 'response' ? JSON.parse(reply.body.toString()) : reply);

let settings: AccountSettings;
let repository: Records;
let algorithms: RoutingAlgorithms;
const change = (accountVersion: number, given: Parameters<typeof anAccount>[1] = {}) =>
  settings.apply(incoming(connectorAccountSettings, anAccount(1, { accountVersion, ...given })));
beforeEach(() => {
  settings = new AccountSettings();
  repository = new Records();
  algorithms = new RoutingAlgorithms({ repository, settings, clock: { now: () => now }, settingsWaitMs: 5 });
});

it('an algorithm is judged by account settings as new as its sender knew', async () => {
  change(3, { disabled: true });
  const create = () => algorithms.create(command, delivery({ accountVersion: 4 }));
  expect(await create()).toEqual(refuse('settings_outdated'));
  expect(repository.stored.size).toBe(0);
  change(4);
  expect(bodyOf(await create())).toMatchObject({ id: command.algorithmId, kind: 'single', profile_id: profileId });
});

it('a redelivered creation returns what is stored, also after its account is gone', async () => {
  change(1);
  const first = bodyOf(await algorithms.create(command, delivery()));
  change(2, { deleted: true });
  expect(bodyOf(await algorithms.create(command, delivery()))).toEqual(first);
});

describe('an activation', () => {
  const { algorithmId } = command;
  const query = { merchantId, algorithmId, operation: 'payment' } as const;
  const get = (context: Partial<MessageContext> = {}) => {
    const asked = incoming(routingAlgorithmForActivation, query, context);
    return algorithms.getForActivation(query, { ...delivery(), incoming: asked } as KeyedDelivery);
  };
  beforeEach(async () => {
    change(1);
    await algorithms.create(command, delivery());
  });

  it('gets the record with the whole algorithm', async () =>
    expect(bodyOf(await get())).toEqual({
      record: expect.objectContaining({ id: algorithmId, algorithm_for: 'payment' }) as object,
      algorithm: command.algorithm,
    }));

  it('is refused where an account is gone, with settings as new as the sender knew', async () => {
    expect(await get({ accountVersion: 2 })).toEqual(refuse('settings_outdated'));
    change(2, { deleted: true });
    expect(await get({ accountVersion: 2 })).toMatchObject({ code: 'invalid_request' });
  });

  it('finds nothing of another profile for a caller that is limited to one', async () =>
    expect(await get({ onlyProfile: 'pro_other' })).toEqual(refuse('routing_algorithm_not_found')));
});

it('a list shows the algorithm in force as the gateway knows it', async () => {
  const page = { profileId, limit: 10, offset: 0 };
  const list = (more: object) => algorithms.list({ merchantId, ...page, ...more });
  expect(bodyOf(await list({}))).toEqual({ merchant_id: merchantId, active_id: null, records: [] });
  const more = { activeId: command.algorithmId, algorithmFor: 'payment' };
  expect(bodyOf(await list(more))).toMatchObject({ active_id: command.algorithmId });
  expect(repository.pages).toEqual([page, { ...page, algorithmFor: 'payment' }]);
});

it('a check reads each stored algorithm as its creation does, and stores nothing', async () => {
  const ids = ['routing_3', 'routing_2', 'routing_1'] as RoutingAlgorithmId[];
  const [unreadable, terms, readable] = ids as [RoutingAlgorithmId, RoutingAlgorithmId, RoutingAlgorithmId];
  const data = { elimination: { params: ['Currency'], bucketSize: 5, bucketLeakIntervalInSecs: 60 } };
  await repository.create(
    anAlgorithmRecord({ algorithmId: unreadable, algorithm: { type: 'priority', data: [{ connector: 7 }] } }),
  );
  await repository.create(anAlgorithmRecord({ algorithmId: terms, algorithm: { type: 'dynamic', data } }));
  await repository.create(anAlgorithmRecord({ algorithmId: readable }));
  const stored = [...repository.stored];
  const page = { profileId, limit: 50, offset: 0 };
  expect(bodyOf(await algorithms.checkReadable({ merchantId, ...page }))).toEqual({
    algorithms: [
      { algorithmId: unreadable, error: expect.stringMatching(/^algorithm\.data\[0\]\.connector must /) as string },
      { algorithmId: terms, error: null },
      { algorithmId: readable, error: null },
    ],
  });
  expect(repository.pages).toEqual([page]);
  expect([...repository.stored]).toEqual(stored);
});
