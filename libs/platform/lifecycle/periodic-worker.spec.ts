import { Test } from '@nestjs/testing';
import { closedAtShutdown, endedAtShutdown, PeriodicWorker, type PeriodicWorkerOptions } from '.';

class Worker extends PeriodicWorker {
  rounds = 0;
  private finish: () => void = () => undefined;

  constructor(options: Partial<PeriodicWorkerOptions> = {}) {
    super({ everyMs: 100, ...options });
  }

  async round(): Promise<void> {
    this.rounds++;
    await new Promise<void>((resolve) => (this.finish = resolve));
  }

  async end(): Promise<void> {
    this.finish();
    await jest.advanceTimersByTimeAsync(0);
  }
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a worker whose module is not started does nothing', async () => {
  const worker = new Worker({ isDueAtStart: true });
  await Test.createTestingModule({ providers: [{ provide: Worker, useValue: worker }] }).compile();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(worker.rounds).toBe(0);
});

it('a started worker begins a round after each interval, never two at a time', async () => {
  const worker = new Worker();
  worker.onApplicationBootstrap();
  expect(worker.rounds).toBe(0);
  await jest.advanceTimersByTimeAsync(300);
  expect(worker.rounds).toBe(1);
  await worker.end();
  await jest.advanceTimersByTimeAsync(100);
  expect(worker.rounds).toBe(2);
});

it('a worker that is due at the start begins its first round at once', () => {
  const worker = new Worker({ isDueAtStart: true });
  worker.onApplicationBootstrap();
  expect(worker.rounds).toBe(1);
});

it('a worker that was started before the application has one interval', async () => {
  const worker = new Worker({ isDueAtStart: true });
  worker.onApplicationBootstrap();
  await worker.end();
  worker.onApplicationBootstrap();
  expect(worker.rounds).toBe(1);
  await jest.advanceTimersByTimeAsync(100);
  await worker.end();
  await jest.advanceTimersByTimeAsync(50);
  expect(worker.rounds).toBe(2);
});

it('a shutdown waits for the round under way, and no round follows it', async () => {
  const worker = new Worker({ isDueAtStart: true });
  worker.onApplicationBootstrap();
  let hasStopped = false;
  void worker.beforeApplicationShutdown().then(() => (hasStopped = true));
  await jest.advanceTimersByTimeAsync(500);
  expect(hasStopped).toBe(false);
  await worker.end();
  expect([hasStopped, worker.rounds]).toEqual([true, 1]);
  await jest.advanceTimersByTimeAsync(500);
  expect(worker.rounds).toBe(1);
});

it('work ends before connections close, and a connection closes after what was made from it', async () => {
  const order: string[] = [];
  const closing = (name: string) => closedAtShutdown({}, () => order.push(name));
  const module = await Test.createTestingModule({
    providers: [
      { provide: 'requester', inject: ['producer'], useFactory: () => closing('requester') },
      { provide: 'database', useFactory: () => Promise.resolve(closing('database')) },
      { provide: 'producer', inject: ['kafka'], useFactory: () => closing('producer') },
      { provide: 'kafka', useFactory: () => ({}) },
      { provide: 'calls', useFactory: () => endedAtShutdown({}, () => order.push('calls')) },
    ],
  }).compile();
  await module.close();
  expect(order).toEqual(['calls', 'requester', 'producer', 'database']);
});
