import type { connectorRelay, connectorRelaySync, DataOf } from '@payorch/contracts';
import type { AttemptId, Money, PaymentId, RefundId, RelayId } from '@payorch/kernel';
import { money, subtract } from '@payorch/kernel';
import type { OperationFacts } from '../../domain/operation';
import type { CallCommand } from './call-command';
import { factsOf } from './call-command';

type RelayCommand = DataOf<typeof connectorRelay>;
type RelaySyncCommand = DataOf<typeof connectorRelaySync>;

type RelayIds = Pick<RelayCommand, 'operationId' | 'merchantId' | 'profileId' | 'relayId' | 'account'>;

/** A relay has no payment: its own id stands for the payment, the attempt and the refund. */
const idsOf = ({ operationId, merchantId, profileId, relayId, account }: RelayIds) => ({
  operationId,
  merchantId,
  profileId,
  account,
  paymentId: relayId as string as PaymentId,
  attemptId: relayId as string as AttemptId,
});

const refundIdOf = (relayId: RelayId): RefundId => relayId as string as RefundId;

const before = (total: Money, additional: bigint): Money => subtract(total, money(additional, total.currency));

/**
 * The operation of a relay as the same operation of a payment: connectors know no relays. A refund has no captured amount,
 * because the charge did not go through this service.
 */
export function callOfRelay(command: RelayCommand): CallCommand {
  const { relayId, reference, operation } = command;
  const about = { ...idsOf(command), reference };
  switch (operation.type) {
    case 'refund': {
      const { money: refunded, reason } = operation;
      const refund = { refundId: refundIdOf(relayId), money: refunded, charged: undefined, reason, metadata: null };
      return { relayId, flow: 'refund', data: { ...about, ...refund } };
    }
    case 'capture': {
      const { money: captured, authorized } = operation;
      return { relayId, flow: 'capture', data: { ...about, money: captured, authorized } };
    }
    case 'incremental_authorization': {
      const { money: total, additional } = operation;
      const increment = { money: total, authorized: before(total, additional), reason: null };
      return { relayId, flow: 'increment', data: { ...about, ...increment } };
    }
    case 'void':
      return { relayId, flow: 'void', data: { ...about, reason: operation.reason } };
    case 'unreferenced_refund': {
      const { money: refunded, customerId, sealedRecipient } = operation;
      return { relayId, flow: 'unreferenced_refund', data: { ...about, money: refunded, customerId, sealedRecipient } };
    }
  }
}

/** The row of the synced operation, should no worker have begun it. */
export function factsOfRelay({ connectorReference, round: _, ...command }: RelaySyncCommand): OperationFacts {
  const { operation, relayId } = command;
  if (operation.type === 'unreferenced_refund') {
    const unused = { fallbacks: null, decision: null, cvcReference: null, accountPin: null };
    const owner = { refund: null, authenticationId: null };
    const { type: flow, money: refunded } = operation;
    return { ...idsOf(command), ...unused, ...owner, relayId, flow, money: refunded, reference: connectorReference };
  }
  const facts = factsOf(callOfRelay({ ...command, operation }));
  return facts.flow === 'refund' ? { ...facts, reference: connectorReference } : facts;
}
