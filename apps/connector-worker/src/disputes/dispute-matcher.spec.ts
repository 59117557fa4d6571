import { systemClock } from '@payorch/kernel';
import type { BodySeals } from '@payorch/platform/kafka';
import { DisputeMatcher, measureEveryMs } from './dispute-matcher';

afterEach(() => jest.useRealTimers());

it('the notices are searched in every round, and counted once a minute', async () => {
  jest.useFakeTimers();
  const did: string[] = [];
  const matcher = new DisputeMatcher({
    unmatched: {
      takeDue: async () => [],
      forget: async () => (did.push('round'), 0),
      counts: async () => (did.push('count'), []),
    },
    charges: { waitingFor: async () => ({ reports: [], waited: [] }), remove: async () => undefined },
    producer: { send: async () => undefined },
    seals: {} as BodySeals,
    clock: systemClock,
    logger: { warn: () => undefined },
    everyMs: 1_000,
    retainedForMs: 1,
  });
  const rounds = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) await matcher.run();
  };
  await rounds(3);
  jest.advanceTimersByTime(measureEveryMs);
  await rounds(2);
  expect(did).toEqual(['round', 'count', 'round', 'round', 'round', 'count', 'round']);
});
