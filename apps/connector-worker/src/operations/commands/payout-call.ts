import { connectorPayoutSync, payoutCommands } from '@payorch/contracts';
import type { DataOf, MessageDefinition, PayoutStepCommand } from '@payorch/contracts';
import type { AttemptId, PaymentId } from '@payorch/kernel';
import type { OperationFacts, PayoutFlow } from '../../domain/operation';
import type { CallCommand } from './call-command';

export type PayoutSyncCommand = DataOf<typeof connectorPayoutSync>;

/** The messages that request a step of a payout, and which step each requests. */
export const payoutMessages = Object.values(payoutCommands) as readonly MessageDefinition<PayoutStepCommand>[];
const flows = new Map(Object.entries(payoutCommands).map(([flow, { type }]) => [type as string, flow as PayoutFlow]));

/** The ids of the payout and of its attempt stand for those of a payment. */
const idsOf = ({
  operationId,
  merchantId,
  profileId,
  payoutId,
  payoutAttemptId,
  account,
}: PayoutSyncCommand | PayoutStepCommand) => ({
  operationId,
  merchantId,
  profileId,
  account,
  paymentId: payoutId as string as PaymentId,
  attemptId: payoutAttemptId as string as AttemptId,
});

export const callOfPayout = ({ type }: Pick<MessageDefinition, 'type'>, command: PayoutStepCommand): CallCommand =>
  ({ flow: flows.get(type), data: { ...command, ...idsOf(command) } }) as CallCommand;

/** The row of the synced step, should no worker have begun it. */
export const factsOfPayout = (command: PayoutSyncCommand): OperationFacts => {
  const { flow, reference, money } = command;
  const unused = { fallbacks: null, decision: null, cvcReference: null, accountPin: null, refund: null };
  const owner = { relayId: null, authenticationId: null };
  return { ...idsOf(command), ...unused, ...owner, flow, reference, money };
};
