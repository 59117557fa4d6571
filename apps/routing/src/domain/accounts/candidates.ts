import type { AccountRef, ConnectorAccountSettings, RouteFilter } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { Choice } from '@payorch/routing-rules';

/** A connector account that may take a payment, or a payout. */
export interface Candidate {
  readonly ref: AccountRef;
  /** Null: the profile has no such account any more, as `filter` says. */
  readonly account: ConnectorAccountSettings | null;
  readonly filter: RouteFilter | null;
}

/** Whether the merchant has the account under another profile. */
export type IsElsewhere = (id: MerchantConnectorId) => boolean;

export const refOf = ({ merchantConnectorId, connector }: ConnectorAccountSettings): AccountRef => ({
  merchantConnectorId,
  connector,
});

const there = (account: ConnectorAccountSettings): Candidate => ({ ref: refOf(account), account, filter: null });

/** What an account takes: payments or payouts, never both. */
export type AccountType = 'payment_processor' | 'payout_processor';

const isOfType = (type: AccountType, { connectorType, deleted }: ConnectorAccountSettings): boolean =>
  connectorType === type && !deleted;

/**
 * The accounts of the type: those that the merchant ordered, then the others in order of creation. Ordered accounts that the
 * profile does not have any more are passed over.
 */
export function inDefaultOrder(
  accounts: readonly ConnectorAccountSettings[],
  type: AccountType,
  ordered: readonly AccountRef[] | null,
): readonly ConnectorAccountSettings[] {
  const taking = accounts.filter((account) => isOfType(type, account));
  if (ordered === null) return taking;
  const byId = new Map(taking.map((account) => [account.merchantConnectorId, account]));
  const first = ordered.flatMap(({ merchantConnectorId }) => byId.get(merchantConnectorId) ?? []);
  return [...new Set([...first, ...taking])];
}

/** The accounts in this order, as candidates. */
export const candidatesAmong = (accounts: readonly ConnectorAccountSettings[]): readonly Candidate[] =>
  accounts.map(there);

/** The accounts of a profile, as a request or an algorithm names them. */
export class NamedAccounts {
  constructor(
    /** In order of creation. */
    private readonly accounts: readonly ConnectorAccountSettings[],
    private readonly type: AccountType,
    private readonly isElsewhere: IsElsewhere,
  ) {}

  /** Each named account once, in the order of the choices; a connector without an account stands for all its accounts. */
  candidatesOf(choices: readonly Choice[]): readonly Candidate[] {
    const byId = new Map<string, Candidate>();
    for (const choice of choices)
      for (const candidate of this.named(choice)) {
        const { merchantConnectorId: id } = candidate.ref;
        if (!byId.has(id)) byId.set(id, candidate);
      }
    return [...byId.values()];
  }

  has(id: string): boolean {
    return this.accounts.some(({ merchantConnectorId, deleted }) => merchantConnectorId === id && !deleted);
  }

  private named({ connector, merchantConnectorId: id }: Choice): readonly Candidate[] {
    if (id === null)
      return candidatesAmong(this.accounts.filter((one) => one.connector === connector && isOfType(this.type, one)));
    if (!this.has(id)) return [this.absent(id as MerchantConnectorId, connector)];
    const account = this.accounts.find((one) => one.merchantConnectorId === id && one.connector === connector);
    if (!account) return [];
    return [isOfType(this.type, account) ? there(account) : { ...there(account), filter: 'payment_method' }];
  }

  private absent(merchantConnectorId: MerchantConnectorId, connector: string): Candidate {
    const filter = this.isElsewhere(merchantConnectorId) ? 'other_profile' : 'deleted';
    return { ref: { merchantConnectorId, connector }, account: null, filter };
  }
}
