import { isRefusal, type ReferenceSent, refuse, type Refusal } from '@payorch/contracts';
import { capabilityFits, definitionOf, type PaidWith } from '@payorch/connectors/catalogue';
import type { ConnectorAccount } from '../../../accounts';
import type { NamedReference } from './named-reference';

export type ReferenceAccount = Pick<
  ConnectorAccount,
  'merchantConnectorId' | 'connectorName' | 'connectorType' | 'profileId'
>;

/** Whether the processor charges a saved payment method; null: of any kind. */
function chargesSaved(connector: string, { mandateReference }: NamedReference, method: PaidWith | null): boolean {
  const by = mandateReference === null ? { networkTransactionId: true } : { mandate: true };
  return (definitionOf(connector)?.capabilities ?? []).some((capability) => {
    const { paymentMethod, paymentMethodType } = method ?? { ...capability, paymentMethodType: null };
    return capabilityFits(capability, { paymentMethod, paymentMethodType, ...by });
  });
}

function referenceAt(
  named: NamedReference,
  accounts: readonly ReferenceAccount[],
  method: PaidWith | null,
): ReferenceSent | Refusal {
  const { merchantConnectorId: id, ...reference } = named;
  const account = accounts.find(({ merchantConnectorId }) => merchantConnectorId === id);
  if (account?.connectorType !== 'payment_processor') return refuse('connector_account_not_found', { reason: id });
  const { merchantConnectorId, connectorName: connector, profileId } = account;
  return chargesSaved(connector, named, method)
    ? { account: { merchantConnectorId, connector }, profileId, ...reference }
    : refuse('precondition_failed', { message: `${connector} charges no saved payment method of this kind` });
}

/** The references with the merchant's own accounts that they belong to. */
export function referencesAt(
  named: readonly NamedReference[],
  accounts: readonly ReferenceAccount[],
  method: PaidWith | null,
): readonly ReferenceSent[] | Refusal {
  const found: ReferenceSent[] = [];
  for (const one of named) {
    const reference = referenceAt(one, accounts, method);
    if (isRefusal(reference)) return reference;
    found.push(reference);
  }
  return found;
}
