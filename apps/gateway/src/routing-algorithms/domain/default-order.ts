import type { AccountRef, JsonObject, Refusal } from '@payorch/contracts';
import { isRefusal, joinRefusals, refuse } from '@payorch/contracts';
import type { ProfileRouting } from '../../accounts';
import type { Operation } from './algorithms-in-force';

const accountTypes: Readonly<Record<Operation, string>> = {
  payment: 'payment_processor',
  payout: 'payout_processor',
};

/** A connector account as the merchant names it; without an id, the only account at its connector. */
export interface SentChoice {
  readonly connector: string;
  readonly merchant_connector_id?: string | null;
}

export const choiceView = ({ connector, merchantConnectorId }: AccountRef): JsonObject => ({
  connector,
  merchant_connector_id: merchantConnectorId,
});

/** The accounts of a profile in its default order. New accounts come last, and deleted ones are gone. */
export function defaultOrderOf({ state, accounts }: ProfileRouting, operation: Operation): readonly AccountRef[] {
  const present = accounts
    .filter(({ connectorType }) => connectorType === accountTypes[operation])
    .map(({ merchantConnectorId, connectorName }) => ({ merchantConnectorId, connector: connectorName }));
  const places = new Map(
    (state[operation].defaultOrder ?? []).map(({ merchantConnectorId }, place) => [merchantConnectorId, place]),
  );
  const placeOf = ({ merchantConnectorId }: AccountRef): number => places.get(merchantConnectorId) ?? places.size;
  // Array.prototype.sort is stable: accounts without a place stay in order of creation.
  return present.sort((one, other) => placeOf(one) - placeOf(other));
}

function accountOf(
  { connector, merchant_connector_id: id }: SentChoice,
  current: readonly AccountRef[],
): AccountRef | undefined {
  const atConnector = current.filter((account) => account.connector === connector);
  if (typeof id === 'string') return atConnector.find(({ merchantConnectorId }) => merchantConnectorId === id);
  return atConnector.length === 1 ? atConnector[0] : undefined;
}

const shown = ({ connector, merchant_connector_id: id }: SentChoice): string =>
  typeof id === 'string' ? `${connector}:${id}` : connector;

/** The accounts in the order of the request, which must name each of the current ones once. */
export function reordered(
  current: readonly AccountRef[],
  sent: readonly SentChoice[],
): readonly AccountRef[] | Refusal {
  if (sent.length !== current.length)
    return refuse('precondition_failed', { message: 'current config and updated config have different lengths' });
  const named = sent.map((choice) => accountOf(choice, current));
  const mismatched = sent.map((choice, index) => {
    const account = named[index];
    if (account && named.indexOf(account) === index) return undefined;
    const message = `connector mismatch between old and new configs (${shown(choice)})`;
    return refuse('invalid_request', { message, path: `body[${index}]` });
  });
  return joinRefusals(mismatched) ?? named.filter((account) => account !== undefined);
}

/**
 * The profiles with the default orders that follow from one list over all of them: an order among accounts of different profiles
 * decides nothing, because a payment belongs to one profile.
 */
export function reorderedProfiles(
  profiles: readonly ProfileRouting[],
  operation: Operation,
  sent: readonly SentChoice[],
): readonly ProfileRouting[] | Refusal {
  const order = reordered(
    profiles.flatMap((profile) => defaultOrderOf(profile, operation)),
    sent,
  );
  if (isRefusal(order)) return order;
  return profiles.map((profile) => {
    const own = new Set(defaultOrderOf(profile, operation).map(({ merchantConnectorId }) => merchantConnectorId));
    const defaultOrder = order.filter(({ merchantConnectorId }) => own.has(merchantConnectorId));
    const { state } = profile;
    return { ...profile, state: { ...state, [operation]: { ...state[operation], defaultOrder } } };
  });
}
