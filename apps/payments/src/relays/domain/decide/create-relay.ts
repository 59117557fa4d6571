import type { ConnectorAccountSettings, DataOf, Refusal, relayCreate } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { type Relay, shownOf } from '../relay';

type Command = DataOf<typeof relayCreate>;

/** Sends the operation of a new relay. A relay that exists under the id is never sent again: the caller gets its present state. */
export function createRelay(known: Relay | undefined, command: Command, context: DecideContext): Decision {
  const { pendingReplies, rules } = context;
  if (known) return unchanged([{ kind: 'reply', pendingReplies }]);
  const account = accountFor(command, context);
  if (isRefusal(account)) return account;
  return decided({ ...newRelay(command, account, context), pendingReplies }, [
    { kind: 'send', operation: command.operation },
    { kind: 'sync_later', delayMs: rules.beginWithinMs },
  ]);
}

/** An account of another profile is as unknown as one of another merchant. */
function accountFor(
  { merchantConnectorId, profileId }: Command,
  { accountOf }: DecideContext,
): ConnectorAccountSettings | Refusal {
  const account = accountOf(merchantConnectorId);
  const isOwn = account?.profileId === profileId && account.connectorType === 'payment_processor';
  if (!account || !isOwn) return refuse('connector_account_not_found', { reason: merchantConnectorId });
  return account.disabled ? refuse('connector_account_disabled') : account;
}

const newRelay = (
  { merchantId, relayId, profileId, reference, operation }: Command,
  { merchantConnectorId, connector }: ConnectorAccountSettings,
  { now, partition, newOperationId }: DecideContext,
): Relay => ({
  merchantId,
  relayId,
  profileId,
  reference,
  partition,
  requested: shownOf(operation),
  version: 0,
  account: { merchantConnectorId, connector },
  operation: newOperationId(),
  state: 'pending',
  connectorReference: null,
  error: null,
  syncCount: 0,
  incidents: [],
  pendingReplies: [],
  createdAt: now,
  modifiedAt: now,
});
