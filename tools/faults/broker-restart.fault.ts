import { noteFigures } from '@payorch/harness';
import { brokerRestarts } from '../../libs/harness/e2e/support/broker-restarts';

jest.setTimeout(1_200_000);

const withinMs = 12_000;
const restarts = (['SIGKILL', 'SIGTERM'] as const).flatMap((by) => [0, 10_000].map((awayMs) => ({ by, awayMs })));

describe('a broker that restarts', () => {
  it.each([1, 2, 3])('delays payments for at most 12 s with %i replicas of every app', async (replicas) => {
    const recoveries = await brokerRestarts(replicas, restarts, (recovery) => noteFigures({ ...recovery }));
    expect(recoveries.filter(({ recoveredMs }) => recoveredMs > withinMs)).toEqual([]);
  });
});
