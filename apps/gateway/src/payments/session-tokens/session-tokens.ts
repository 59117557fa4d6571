import type { Refusal } from '@payorch/contracts';
import { outgoing, paymentForSession, paymentSession, refuse } from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { InvariantError, referenceIdPattern } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { PaymentsSessionRequest } from '@payorch/rest';
import type { ConnectorAccount } from '../../accounts/domain/connectors/connector-account';
import type { Profile } from '../../accounts/domain/profile';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import type { OwnerClient } from '../../owners/owner-client';
import type { RequestTrace } from '../../request/request-trace';
import { refuseInlineCredentials } from '../domain/check-payment-request';
import { refuseMerchantsFields } from '../domain/client-request';
import { enabledWallets } from './enabled-wallets';
import { sessionFor, walletToken, type Session, type Wallet } from './wallet-tokens';

/** Reads a merchant's settings. */
export interface SessionSettings {
  readonly accountsOf: (merchantId: MerchantId) => Promise<readonly ConnectorAccount[]>;
  readonly profileOf: (merchantId: MerchantId, profileId: ProfileId) => Promise<Profile>;
}

/** A client: a customer's browser with the client secret of its payment. */
export interface ClientSender {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
}

/**
 * Creates wallet sessions for a client from the settings of the merchant's connector accounts, without a call to any
 * processor.
 */
export class SessionTokens {
  constructor(
    private readonly owner: OwnerClient,
    private readonly settings: SessionSettings,
    private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  async create(sent: PaymentsSessionRequest, { merchant, trace }: ClientSender): Promise<object | Refusal> {
    const refused = refuseInlineCredentials(sent) ?? refuseMerchantsFields('session_tokens', sent, merchant);
    if (refused) return refused;
    const { payment_id: paymentId, wallets } = sent;
    if (!referenceIdPattern.test(paymentId)) return refuse('payment_not_found');
    const { merchantId, clientSecret } = merchant;
    if (clientSecret === null) throw new InvariantError('a client has no client secret');
    const caller = { kind: 'client', clientSecret } as const;
    const query = outgoing(paymentSession, { merchantId, paymentId: paymentId as PaymentId, caller });
    const { accountVersion } = merchant.account;
    const { profileId: onlyProfile } = merchant;
    const reply = await this.owner.query(query, { trace, accountVersion, onlyProfile, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(reply)) return reply;
    const payment = paymentForSession.parse(JSON.parse(reply.toString()));
    const [accounts, profile] = await Promise.all([
      this.settings.accountsOf(merchantId),
      this.settings.profileOf(merchantId, payment.profileId),
    ]);
    const session = sessionFor(paymentId, payment, profile.details);
    trace.note?.({ payment_id: paymentId });
    const logFields = { payment_id: paymentId, request_id: trace.correlationId };
    const session_token = this.tokens(enabledWallets(accounts, payment, wallets), session, logFields);
    return { payment_id: paymentId, client_secret: clientSecret, session_token };
  }

  /** One session for each wallet and connector: a browser could not distinguish two accounts of one connector. */
  private tokens(
    enabled: readonly (readonly [Wallet, ConnectorAccount])[],
    session: Session,
    logFields: object,
  ): object[] {
    const made = new Map<string, object>();
    for (const [wallet, account] of enabled) {
      const place = `${wallet} ${account.connectorName}`;
      if (made.has(place)) continue;
      const token = walletToken(wallet, account, session);
      if (token) made.set(place, token);
      else this.logSkipped(wallet, account, token === null, logFields);
    }
    return [...made.values()];
  }

  /** An account that enables every wallet lacks the settings of most: the gateway logs that at debug level only. */
  private logSkipped(
    wallet: Wallet,
    { merchantId, merchantConnectorId }: ConnectorAccount,
    isUnreadable: boolean,
    logFields: object,
  ): void {
    const facts = { ...logFields, merchantId, merchantConnectorId, wallet };
    if (isUnreadable)
      this.logger.warn(facts, 'a connector account has unusable wallet settings: the wallet gets no session');
    else
      this.logger.debug(
        facts,
        'a connector account has no settings for a wallet that it enables: the wallet gets no session',
      );
  }
}
