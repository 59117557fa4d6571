import { payoutCommands } from '@payorch/contracts';
import { operationsOf } from '@payorch/operations';
import { Shop } from '../../../test/builders';
import { aDecision, anOperation } from '../../../test/operations';
import { payoutStep } from '../../../test/payouts';
import { lineOf } from '../operation-lines';
import { outcomeMessage } from '../outcome-message';
import { factsOf } from './call-command';
import { callOfPayout, factsOfPayout } from './payout-call';

const shop = new Shop();
const fallback = { ...shop.account, merchantConnectorId: 'mca_2' as never };
const cause = { messageId: 'c', correlationId: 'c', traceparent: 't', occurredAt: new Date() };

describe.each(operationsOf('payout'))('the command of the step %s', (flow) => {
  const command = payoutStep(shop, { reference: 'po_1' });
  const call = callOfPayout(payoutCommands[flow], command);
  const { payoutId, payoutAttemptId, operationId, merchantId, profileId, account, money } = command;

  it('has a row with the ids of the payout and of its attempt, and the payout of the processor', () => {
    expect(factsOf(call, 'pin')).toEqual({
      operationId,
      merchantId,
      profileId,
      account,
      money,
      flow,
      paymentId: payoutId,
      attemptId: payoutAttemptId,
      reference: 'po_1',
      refund: null,
      relayId: null,
      authenticationId: null,
      fallbacks: null,
      decision: null,
      cvcReference: null,
      accountPin: 'pin',
    });
  });

  it('has the same row where a sync finds that no worker has begun it', () => {
    const ids = { operationId, merchantId, profileId, payoutId, payoutAttemptId, account, money };
    const sync = { ...ids, flow, reference: 'po_1', recipientReference: 'rec_1', round: 2 };
    expect(factsOfPayout(sync)).toEqual(factsOf(call));
  });

  it('has an outcome for the payout, with the remaining route that its row has', () => {
    const decision = { ...aDecision, facts: { values: {}, sealedMetadata: 'd1.x' } } as never;
    const routed = callOfPayout(payoutCommands[flow], { ...command, fallbacks: [fallback], decision });
    const facts = factsOf(routed);
    expect(facts.decision?.facts).toEqual({ values: {} });
    const operation = { ...anOperation({}), ...facts } as never;
    const report = { operation, outcome: { kind: 'absent' }, source: 'call', messageId: 'm' } as const;
    const { message, data } = outcomeMessage(report, cause, new Date());
    expect(message.type).toBe('connector.payout_outcome');
    expect(message.schema.safeParse(JSON.parse(JSON.stringify(data)))).toMatchObject({ success: true });
    expect(data).toMatchObject({ payoutId, payoutAttemptId, flow, account, fallbacks: [fallback], source: 'call' });
    expect(data).not.toHaveProperty('paymentId');
    expect(data).toMatchObject({ decision: { routingVersion: aDecision.routingVersion } });
  });
});

it('the log lines of a step name the payout, and no payment', () => {
  const call = callOfPayout(payoutCommands.payout_fulfill, payoutStep(shop));
  const line = lineOf({ ...anOperation({}), ...factsOf(call) } as never, 'req_1');
  expect(line).toMatchObject({ operation: 'payout_fulfill', payout_id: call.data.paymentId, request_id: 'req_1' });
  expect(line).not.toHaveProperty('payment_id');
});
