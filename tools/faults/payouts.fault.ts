import { noteFigures } from '@payorch/harness';
import { type Kill, payOutUnderFaults } from '../../libs/harness/e2e/support/payout-faults';
import { payoutReplicas } from '../../libs/harness/e2e/support/payout-replicas';

jest.setTimeout(1_500_000);

/** Every fail point of a step, and what dies wherever it is. */
const kills: readonly Kill[] = [
  ['connector-worker', 'claimed-before-send'],
  ['payouts', 'before-commit'],
  ['routing', 'decided-before-publish'],
  ['connector-worker', 'sent-before-write'],
  ['gateway'],
  ['payouts', 'after-commit-before-publish'],
  ['connector-worker', 'response-before-store'],
  ['webhooks', 'delivery-sent-before-store'],
  ['routing', 'after-publish-before-offset'],
  ['payouts', 'after-publish-before-offset'],
  ['connector-worker', 'stored-before-result'],
];
const rounds = 5;

describe('5,000 payouts with two instances of every service, while services, broker and processor fail', () => {
  it('are neither lost nor doubled nor stuck', async () => {
    const replicated = await payoutReplicas(2);
    try {
      const report = await payOutUnderFaults(replicated, {
        payouts: 5_000,
        clients: 24,
        everyMs: 100,
        kills: Array.from({ length: rounds }, () => kills).flat(),
        brokerRestarts: ['SIGKILL', 'SIGTERM'],
        silences: 4,
        silentMs: 12_000,
        lostAnswers: 0.02,
        withinMs: 180_000,
      });
      noteFigures(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, JSON.stringify(value)])));
      expect(report.wrong).toEqual([]);
      expect(report).toMatchObject({ payouts: 5_000, kills: kills.length * rounds });
      const places = kills.flatMap(([name, failPoint]) => (failPoint ? [`${name} ${failPoint}`] : []));
      expect(Object.keys(report.diedAt).sort()).toEqual(places.sort());
      // A processor that refuses connections has nothing of a payout, which then fails. Few may fail when a worker dies before its call.
      const { CONNECTION_REFUSED: _, ...others } = report.givenUp;
      const givenUp = Object.values(others).reduce((sum, count) => sum + count, 0);
      expect(givenUp).toBeLessThan(report.payouts / 100);
    } finally {
      await replicated.system.stop();
    }
  });
});
