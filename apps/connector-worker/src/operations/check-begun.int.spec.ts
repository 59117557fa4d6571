import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import type { AuthorizeCommand } from '../../test/builders';
import { aDecision } from '../../test/operations';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { lanesAmong } from '@payorch/contracts';
import { WorkerPresenceRepository } from '../persistence/worker-presence.repository';
import { Presence } from '../presence/presence';
import { factsOf } from './commands/call-command';
import { BeginChecker } from './check-begun';

const fallback = { connector: 'adyen_test', merchantConnectorId: 'mca_elsewhere' as never };
/** Each connector has a lane of its own. */
const lanes = { laneOf: ({ connector }: { readonly connector: string }) => connector };
const [stripe, adyen] = ['lane:stripe_test', 'lane:adyen_test'] as const;

describe('a begin check', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let present: WorkerPresenceRepository;
  let checker: BeginChecker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database);
    present = new WorkerPresenceRepository(database);
    for (const instance of ['one', 'two']) await present.remove(instance);
    const { log, rows } = worker;
    checker = new BeginChecker({ log, rows, lanes, presence: new Presence(present, silentLogger, 5_000) });
  });
  afterEach(() => worker.stop());

  const run = (data: AuthorizeCommand) => worker.runner.run({ flow: 'authorize', data }, 1);
  const check = (data: AuthorizeCommand) => checker.run({ ...data, round: 1 });
  const routed = () => worker.shop.authorize({ fallbacks: [fallback] });

  it('an authorization is forbidden if its workers are away and those of a fallback are present: its command sends nothing', async () => {
    await present.refresh('one', [adyen]);
    const data = worker.shop.authorize({ fallbacks: [fallback], decision: aDecision });
    const outcome = { kind: 'not_sent', error: { code: 'WORKERS_AWAY' }, retry: 'another_account' };
    const answer = await check(data);
    const report = {
      messageId: `${data.operationId}:call`,
      outcome,
      operation: { fallbacks: [fallback], decision: aDecision },
    };
    expect(answer).toMatchObject({ kind: 'outcome', report });
    expect(await run(data)).toMatchObject(report);
    expect(await check(data)).toMatchObject({ kind: 'outcome', report });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('an authorization that a worker has begun is not forbidden, even if that worker is away', async () => {
    await present.refresh('one', [adyen]);
    const data = routed();
    await worker.log.claim(factsOf({ flow: 'authorize', data }));
    expect(await check(data)).toEqual({ kind: 'begun', account: data.account });
  });

  it('a begin check repeats the outcome of an authorization that has one', async () => {
    const data = routed();
    const { outcome } = await run(data);
    expect(await check(data)).toMatchObject({
      kind: 'outcome',
      report: { outcome, messageId: `${data.operationId}:call` },
    });
  });

  it.each<[string, readonly string[], string]>([
    ['waits while its workers are present', [stripe, adyen], 'waiting'],
    [
      'is `no_other_account` if no fallback account has workers',
      ['lane:checkout_test', 'adyen_test'],
      'no_other_account',
    ],
  ])('an authorization %s, and may still begin', async (_, joined, kind) => {
    await present.refresh('two', joined);
    const data = routed();
    expect(await check(data)).toEqual({ kind });
    expect((await run(data)).outcome.kind).toBe('captured');
  });

  it('an authorization is either begun or forbidden when command and check race', async () => {
    await present.refresh('one', [adyen]);
    for (let round = 0; round < 20; round++) {
      const data = routed();
      const [report, answer] = await Promise.all([run(data), check(data)]);
      const isForbidden = answer.kind === 'outcome' && answer.report.outcome.kind === 'not_sent';
      expect(report.outcome.kind).toBe(isForbidden ? 'not_sent' : 'captured');
    }
  });

  it('the worker that answers is present for its own lanes, even if it could not refresh its presence', async () => {
    await present.refresh('one', [adyen]);
    const own = new Presence(present, silentLogger, 5_000);
    own.join(lanesAmong(['connector.commands.stripe_test', 'connector.webhooks.stripe_test'])[0]!);
    const answering = new BeginChecker({ log: worker.log, rows: worker.rows, lanes, presence: own });
    expect(await answering.run({ ...routed(), round: 1 })).toEqual({ kind: 'waiting' });
    await own.stop();
    const hasWorker = await own.lanes();
    expect(['stripe_test', 'adyen_test'].filter(hasWorker)).toEqual(['adyen_test']);
  });

  it('a worker is present as long as it refreshes its presence', async () => {
    await present.refresh('one', [stripe]);
    expect(await present.joined(60_000)).toEqual(new Set([stripe]));
    expect(await present.joined(0)).toEqual(new Set());
    await present.remove('one');
    expect(await present.joined(60_000)).toEqual(new Set());
  });
});
