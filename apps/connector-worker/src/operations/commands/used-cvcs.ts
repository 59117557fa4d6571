import type { DeclineRetry, FindGsmRule, Outcome, ProfileSettings } from '@payorch/contracts';
import { declineRetryOf, gsmRuleFor } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { isConnectorName, registry } from '@payorch/connectors';
import type { CvcVault } from '@payorch/platform/sealing';
import { retainsCvc } from '../../domain/decide/cvc-retention';
import type { Operation } from '../../domain/operation';

export interface OperationOutcome {
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** Whether the call may be sent again while its outcome is unknown. */
  readonly mayBeSentAgain?: boolean;
}

export interface UsedCvcsOptions {
  readonly vault: Pick<CvcVault, 'delete'>;
  /** The settings by which `payments` retries a declined authorization. */
  readonly settings: {
    profile(
      merchantId: MerchantId,
      profileId: ProfileId,
    ): Pick<ProfileSettings, 'autoRetries' | 'clearPanRetries'> | undefined;
    readonly global: { readonly gsmRule: FindGsmRule };
  };
  /** The card networks at a connector: an operation does not store its card's. */
  readonly networksOf: (connector: string) => readonly string[];
}

/** The card networks of a connector's capabilities. */
export const cardNetworksOf = (connector: string): readonly string[] =>
  isConnectorName(connector) ? [...new Set(registry[connector].capabilities.flatMap(({ networks }) => networks))] : [];

const steps = ['Authorize', 'PSync'].map((subFlow) => ({ flow: 'Payment', subFlow }));

/** Deletes the CVCs of operations that no longer need them. */
export class UsedCvcs {
  constructor(private readonly options: UsedCvcsOptions) {}

  /** The deletion is not awaited: a CVC expires in any case. */
  deleteAfter({ operation, outcome, mayBeSentAgain = true }: OperationOutcome): void {
    const { cvcReference, fallbacks } = operation;
    if (cvcReference === null) return;
    const declineRetry = this.declineRetryOf(operation, outcome);
    if (retainsCvc(outcome, { declineRetry, fallbacks: fallbacks ?? [], mayBeSentAgain })) return;
    void this.options.vault.delete(cvcReference);
  }

  /** The most that `payments` may do about a decline: of rules for several networks, the most generous one. */
  private declineRetryOf({ merchantId, profileId, account }: Operation, outcome: Outcome): DeclineRetry {
    const { settings, networksOf } = this.options;
    if (outcome.kind !== 'declined') return 'never';
    const profile = settings.profile(merchantId, profileId);
    if (!profile?.autoRetries) return 'never';
    const { error, retry: hint } = outcome;
    const mayUseNumber = outcome.byNetworkToken === true && profile.clearPanRetries === true;
    const networks = error.issuerCode ? [...networksOf(account.connector), null] : [null];
    const permitted = networks.map((cardNetwork) => {
      const failure = { connector: account.connector, cardNetwork, error, steps };
      const rule = gsmRuleFor(failure, (key) => settings.global.gsmRule(key));
      return declineRetryOf({ rule, mayUseNumber }, hint);
    });
    return (
      (['with_three_ds', 'with_number', 'another_account'] as const).find((one) => permitted.includes(one)) ?? 'never'
    );
  }
}
