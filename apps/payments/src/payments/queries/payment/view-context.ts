import type {
  ClientSessionIdOf,
  FindGsmRule,
  LinkTokenOf,
  PollConfig,
  ProfileSettings,
  RedirectTokenOf,
} from '@payorch/contracts';
import type { AccountSettings, GlobalSettings } from '@payorch/platform/kafka';
import type { DecideRules } from '../../domain/decision';
import type { Payment } from '../../domain/payment';
import { pollConfigOf } from '../poll-config';
import { isGuardedByBlocklist } from '../../../settings/is-guarded';

/** The data of a view besides the payment itself. */
export interface ViewContext {
  /** The gateway's own address. */
  readonly publicUrl: string;
  readonly redirectToken: RedirectTokenOf;
  readonly linkToken: LinkTokenOf;
  readonly clientSessionId: ClientSessionIdOf;
  readonly profile: ProfileSettings | undefined;
  readonly publishableKey: string | undefined;
  /** The merchant then sees the fingerprint of a card, so as to block it. */
  readonly isGuardedByBlocklist?: boolean;
  /** How often a browser asks for the result of an authentication at a connector. */
  readonly pollConfig: (connector: string) => PollConfig;
  /** The operators' rules for processor errors. */
  readonly gsmRule: FindGsmRule;
}

export interface ViewParts {
  readonly settings: Pick<AccountSettings, 'profile' | 'merchant'> & {
    readonly global: Pick<GlobalSettings, 'gsmRule' | 'config'>;
  };
  readonly rules: Pick<DecideRules, 'publicUrl' | 'redirectToken' | 'linkToken' | 'clientSessionId'>;
}

export const viewContextOf = (
  { merchantId, profileId }: Payment,
  { settings, rules: { publicUrl, redirectToken, linkToken, clientSessionId } }: ViewParts,
): ViewContext => ({
  publicUrl,
  redirectToken,
  linkToken,
  clientSessionId,
  profile: settings.profile(merchantId, profileId),
  publishableKey: settings.merchant(merchantId)?.publishableKey,
  isGuardedByBlocklist: isGuardedByBlocklist(settings, merchantId),
  pollConfig: (connector) => pollConfigOf((key) => settings.global.config(key), connector),
  gsmRule: (key) => settings.global.gsmRule(key),
});
