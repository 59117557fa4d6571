import { payoutCommands } from '@payorch/contracts';
import { Shop } from '../../test/builders';
import { payoutStep } from '../../test/payouts';
import { factsOf } from '../operations/commands/call-command';
import { callOfPayout } from '../operations/commands/payout-call';
import { syncRequestOf } from './sync-request';

describe('the sync of a payout', () => {
  const command = payoutStep(new Shop(), { reference: null });
  const facts = factsOf(callOfPayout(payoutCommands.payout_fulfill, command));
  const sentAt = new Date('2026-11-01T09:00:00.000Z');

  it('knows when the call was made, for processors that search within a period', () => {
    const { operationId: id, payoutId, money } = command;
    expect(syncRequestOf(facts, { recipientReference: 'rec_1', sentAt })).toMatchObject({
      flow: 'payoutSync',
      operation: { id, payoutId, money, reference: null, recipientReference: 'rec_1', sentAt: sentAt.toISOString() },
    });
  });

  it('has no time where no call was made', () => {
    for (const named of [{}, { sentAt: null }])
      expect(syncRequestOf(facts, named)?.operation).toHaveProperty('sentAt', undefined);
  });
});
