import { payOutUnderFaults } from '../support/payout-faults';
import { payoutReplicas } from '../support/payout-replicas';

jest.setTimeout(600_000);

/** The shortened fault run `payouts` of `npm run faults`. */
it('no payout is lost, doubled or stuck when services, the broker and the processor fail', async () => {
  const replicated = await payoutReplicas(1);
  try {
    const { wrong, ...report } = await payOutUnderFaults(replicated, {
      payouts: 160,
      clients: 16,
      everyMs: 100,
      kills: [
        ['connector-worker', 'response-before-store'],
        ['payouts', 'after-commit-before-publish'],
        ['routing', 'decided-before-publish'],
        ['gateway'],
        ['webhooks'],
      ],
      brokerRestarts: ['SIGKILL'],
      silences: 1,
      silentMs: 3_000,
      lostAnswers: 0.05,
      withinMs: 120_000,
    });
    expect(wrong).toEqual([]);
    expect(report).toMatchObject({ payouts: 160, kills: 5 });
  } finally {
    await replicated.system.stop();
  }
});
