import { Inject, Injectable } from '@nestjs/common';
import type { PaymentForSession, Refusal } from '@payorch/contracts';
import { isRefusal, outgoing, paymentForSession, paymentSession, refuse } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { PaymentsPostSessionTokensRequest, PaymentsSessionRequest } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts, Profiles } from '../../accounts';
import type { Sender } from '../../auth';
import { isPaymentId, OwnerClient, requestContextOf } from '../../owners';
import { loggerToken } from '../../tokens';
import { refuseInlineCredentials } from '../domain/check-payment-request';
import { refuseMerchantsFields } from '../domain/client-request';
import { enabledWallets } from './enabled-wallets';
import { ApplePaySessions } from './apple-pay-sessions';
import { needsValidation, sessionFor, walletToken, type Session, type Wallet } from './wallet-tokens';

/** A session from the settings of one account. */
interface MadeToken {
  readonly wallet: Wallet;
  readonly account: ConnectorAccount;
  readonly token: object;
}

/**
 * Creates wallet sessions for a client from the settings of the merchant's connector accounts, without a call to any
 * processor. Apple Pay in browsers needs a call to Apple, and is left out if that fails.
 */
@Injectable()
export class SessionTokens {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly connectorAccounts: Pick<ConnectorAccounts, 'list'>,
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(ApplePaySessions) private readonly applePay: Pick<ApplePaySessions, 'of'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  async create(sent: PaymentsSessionRequest, sender: Sender): Promise<object | Refusal> {
    const { merchant, trace } = sender;
    const refused = refuseInlineCredentials(sent) ?? refuseMerchantsFields('session_tokens', sent, merchant);
    if (refused) return refused;
    const { payment_id: paymentId, wallets } = sent;
    const payment = await this.payable(paymentId, sender);
    if (isRefusal(payment)) return payment;
    const { merchantId, clientSecret } = merchant;
    const [accounts, profile] = await Promise.all([
      this.connectorAccounts.list(merchantId),
      this.profiles.retrieve(merchantId, payment.profileId),
    ]);
    if (isRefusal(accounts)) return accounts;
    if (isRefusal(profile)) return profile;
    const session = sessionFor(paymentId, payment, profile.details);
    trace.note?.({ payment_id: paymentId });
    const logFields = { payment_id: paymentId, request_id: trace.correlationId };
    const made = this.tokens(enabledWallets(accounts, payment, wallets), session, logFields);
    const completed = await Promise.all(made.map((one) => this.completed(one, paymentId, sender)));
    const session_token = completed.filter((token) => token !== undefined);
    return { payment_id: paymentId, client_secret: clientSecret, session_token };
  }

  /**
   * The step between a wallet's session and its confirmation: an order at the processor. No connector here makes one, so no
   * session here names this step, and a payment that could be paid is refused by the route's name.
   */
  async continue(paymentId: string, sent: PaymentsPostSessionTokensRequest, sender: Sender): Promise<Refusal> {
    const refused = refuseMerchantsFields('post_session_tokens', sent, sender.merchant);
    if (refused) return refused;
    const payment = await this.payable(paymentId, sender);
    if (isRefusal(payment)) return payment;
    sender.trace.note?.({ payment_id: paymentId });
    return refuse('not_implemented', { message: 'post_session_tokens is not implemented' });
  }

  /** The payment, for its own client and while it can be paid. */
  private async payable(paymentId: string, sender: Sender): Promise<PaymentForSession | Refusal> {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchantId, clientSecret } = sender.merchant;
    if (clientSecret === null) throw new InvariantError('a client has no client secret');
    const caller = { kind: 'client', clientSecret } as const;
    const query = outgoing(paymentSession, { merchantId, paymentId, caller });
    const reply = await this.owner.query(query, requestContextOf(sender, 'noProcessorCallMs'));
    return Buffer.isBuffer(reply) ? paymentForSession.parse(JSON.parse(reply.toString())) : reply;
  }

  /** One session for each wallet and connector: a browser could not distinguish two accounts of one connector. */
  private tokens(
    enabled: readonly (readonly [Wallet, ConnectorAccount])[],
    session: Session,
    logFields: object,
  ): MadeToken[] {
    const made = new Map<string, MadeToken>();
    for (const [wallet, account] of enabled) {
      const place = `${wallet} ${account.connectorName}`;
      if (made.has(place)) continue;
      const token = walletToken(wallet, account, session);
      if (token) made.set(place, { wallet, account, token });
      else this.logSkipped(wallet, account, token === null, logFields);
    }
    return [...made.values()];
  }

  /** The token as a browser needs it; undefined without the validation that it needs. */
  private async completed({ wallet, account, token }: MadeToken, paymentId: string, sender: Sender) {
    if (!needsValidation(wallet, account)) return token;
    const session_token_data = await this.applePay.of(account, paymentId, sender);
    return session_token_data && { ...token, session_token_data };
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
