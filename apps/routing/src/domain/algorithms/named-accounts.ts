import type { ConnectorAccountSettings, Refusal, TransactionType } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Choice, PlacedChoice } from '@payorch/routing-rules';

/** The type of the accounts that take a transaction. */
const accountTypes: Readonly<Partial<Record<TransactionType, string>>> = {
  payment: 'payment_processor',
  payout: 'payout_processor',
};

const matches = ({ connector, merchantConnectorId }: Choice, account: ConnectorAccountSettings): boolean =>
  account.connector === connector &&
  (merchantConnectorId === null || account.merchantConnectorId === merchantConnectorId);

const notFound = ({ connector, merchantConnectorId }: Choice, path: string): Refusal => {
  const id = merchantConnectorId === null ? '' : ` and merchant connector account id '${merchantConnectorId}'`;
  return refuse('invalid_request', {
    message: `connector with name '${connector}'${id} not found for the given profile`,
    path,
  });
};

/** The accounts of a profile that an algorithm may name. */
export interface NameableAccounts {
  readonly ofProfile: readonly ConnectorAccountSettings[];
  /** A stored algorithm may name a disabled account: it is passed over until the merchant enables it again. */
  readonly alsoDisabled: boolean;
}

/** One refusal for each choice that names no account of the profile that can take the transaction. */
export function refusalsOfAccounts(
  choices: readonly PlacedChoice[],
  algorithmFor: TransactionType,
  { ofProfile, alsoDisabled }: NameableAccounts,
): readonly Refusal[] {
  const nameable = ofProfile.filter(
    ({ connectorType, disabled }) => connectorType === accountTypes[algorithmFor] && (alsoDisabled || !disabled),
  );
  return choices
    .filter(({ choice }) => !nameable.some((account) => matches(choice, account)))
    .map(({ choice, path }) => notFound(choice, path));
}
