import type { connectorAuthenticationStep, connectorAuthenticationSync, DataOf } from '@payorch/contracts';
import type { AttemptId, PaymentId } from '@payorch/kernel';
import type { OperationFacts } from '../../domain/operation';
import type { CallCommand } from './call-command';

type StepCommand = DataOf<typeof connectorAuthenticationStep>;
type SyncCommand = DataOf<typeof connectorAuthenticationSync>;

/** The authentication has no payment: its own id stands for the payment and the attempt. */
const idsOf = ({ operationId, merchantId, profileId, authenticationId, account }: StepCommand | SyncCommand) => ({
  operationId,
  merchantId,
  profileId,
  account,
  paymentId: authenticationId as string as PaymentId,
  attemptId: authenticationId as string as AttemptId,
});

/** The step of an authentication without a payment as the same step of a payment: connectors know no difference. */
export function callOfAuthentication(command: StepCommand): CallCommand {
  const { authenticationId, step } = command;
  const about = idsOf(command);
  switch (step.flow) {
    case 'pre_authenticate': {
      const { flow, ...fields } = step;
      return { authenticationId, flow, data: { ...about, ...fields } };
    }
    case 'authenticate': {
      const { flow, ...fields } = step;
      return { authenticationId, flow, data: { ...about, ...fields } };
    }
  }
}

/** The row of the synced step, should no worker have begun it. */
export const factsOfAuthentication = (command: SyncCommand): OperationFacts => {
  const { authenticationId, flow, reference, money } = command;
  const unused = { fallbacks: null, decision: null, cvcReference: null, accountPin: null, refund: null, relayId: null };
  const ofFlow = flow === 'pre_authenticate' ? { money: null, reference: null } : { money, reference };
  return { ...idsOf(command), ...unused, authenticationId, flow, ...ofFlow };
};
