import { ResealJob } from './reseal-job';
import type { Unopened, WalkState, WalkStep } from './seal-walk';

const stepOf = (kind: 'idle' | 'walked', state: Partial<WalkState> = {}): WalkStep<Unopened> => ({
  kind,
  found: [],
  state: { waiting: 0, unopenable: 0, dueInMs: Infinity, ...state },
});

function jobThat(steps: WalkStep<Unopened>[]) {
  const versions = new Map([['acme', 3]]);
  const step = jest.fn(() => Promise.resolve(steps.shift() ?? stepOf('idle')));
  const metrics = { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() };
  const logger = { warn: jest.fn(), error: jest.fn() };
  const job = new ResealJob({
    walk: { step, ring: { name: 'data', isCounted: true, mostTries: 1 } },
    versions: () => versions,
    metrics,
    logger,
    transact: (_, work) => work({ query: jest.fn(), repository: jest.fn() }),
    pageEveryMs: 1,
    everyMs: 1,
  });
  return { job, step, metrics, logger, versions };
}

describe('the job that keeps rows under the current data keys', () => {
  it('asks for nothing more when all is done, until a merchant gets another key', async () => {
    const { job, step, versions } = jobThat([stepOf('walked', { waiting: 4, dueInMs: 0 }), stepOf('walked')]);
    expect([await job.turn(), await job.turn(), await job.turn(), await job.turn()]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(step).toHaveBeenCalledTimes(2);
    versions.set('other', 2);
    await job.turn();
    expect(step).toHaveBeenCalledTimes(3);
    expect(step.mock.calls.at(-1)).toEqual([expect.anything(), { versions, kid: '3' }]);
  });

  it('rests until the next pass is due', async () => {
    const { job, step } = jobThat([stepOf('idle', { dueInMs: 30 }), stepOf('walked')]);
    expect([await job.turn(), await job.turn()]).toEqual([false, false]);
    expect(step).toHaveBeenCalledTimes(1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await job.turn()).toBe(true);
  });

  it('shows what waits under the number of rotations that it knows, and names what does not open', async () => {
    const unopened = { merchantId: 'acme', place: 'intents.body', objectId: 'pay_1', digest: 'x', fault: 'tampered' };
    const step = { ...stepOf('walked', { waiting: 7, unopenable: 1 }), found: [unopened] };
    const { job, metrics, logger } = jobThat([step]);
    await job.turn();
    expect(metrics.setSealsWaiting).toHaveBeenCalledWith('data', '2', 7);
    expect(metrics.setSealsUnopenable).toHaveBeenCalledWith('data', 1);
    const { digest: _, ...named } = unopened;
    expect(logger.error.mock.calls).toEqual([[named, expect.any(String)]]);
  });

  it('tries again after an error, and ends when it is closed', async () => {
    const { job, step, logger } = jobThat([]);
    step.mockRejectedValueOnce(new Error('the database is away'));
    job.onApplicationBootstrap();
    while (step.mock.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await job.beforeApplicationShutdown();
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });
});
