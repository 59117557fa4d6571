import { Inject, Injectable } from '@nestjs/common';
import type { PaymentForSession, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  outgoing,
  paymentCheck,
  paymentCreateOrder,
  paymentForSession,
  paymentSession,
  refuse,
} from '@payorch/contracts';
import { InvariantError, isZero, type PaymentId } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { PaymentsPostSessionTokensRequest, PaymentsSessionRequest } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts, Profiles } from '../../accounts';
import type { Sender } from '../../auth';
import { isPaymentId, OwnerClient, type OwnerReply, requestContextOf } from '../../owners';
import { loggerToken } from '../../tokens';
import { refuseInlineCredentials } from '../domain/check-payment-request';
import { refuseMerchantsFields } from '../domain/client-request';
import { enabledWallets } from './enabled-wallets';
import { ApplePaySessions, type SessionFor } from './apple-pay-sessions';
import { needsValidation, sessionFor, walletToken, type Session, type Wallet } from './wallet-tokens';

/** A session from the settings of one account. */
interface MadeToken {
  readonly wallet: Wallet;
  readonly account: ConnectorAccount;
  readonly token: object;
}

/** The payment of a session, as its client names it. */
interface Payable {
  readonly paymentId: PaymentId;
  readonly payment: PaymentForSession;
}

const notCreated = (what: string): Refusal =>
  refuse('not_implemented', { message: `post_session_tokens ${what} is not implemented` });

function callerOf({ merchant: { clientSecret } }: Sender): { readonly kind: 'client'; readonly clientSecret: string } {
  if (clientSecret === null) throw new InvariantError('a client has no client secret');
  return { kind: 'client', clientSecret };
}

/** Which customer details a wallet collects makes no difference to an order. */
const noneCollected = {
  always_collect_billing_details_from_wallet_connector: false,
  always_collect_shipping_details_from_wallet_connector: false,
};

/** The account of the payment's session of PayPal: PayPal's window approves orders of that account alone. */
function accountForOrders(
  accounts: readonly ConnectorAccount[],
  paymentId: PaymentId,
  payment: PaymentForSession,
): ConnectorAccount | undefined {
  const session = sessionFor(paymentId, payment, noneCollected);
  const [, found] =
    enabledWallets(accounts, payment, ['paypal']).find(([wallet, one]) => walletToken(wallet, one, session)) ?? [];
  return found;
}

/**
 * Creates wallet sessions for a client from the settings of the merchant's connector accounts, and the orders that follow them.
 * Apple Pay in browsers needs a call to Apple, and is left out if that fails.
 */
@Injectable()
export class SessionTokens {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query' | 'command'>,
    @Inject(ConnectorAccounts) private readonly connectorAccounts: Pick<ConnectorAccounts, 'list'>,
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(ApplePaySessions) private readonly applePay: Pick<ApplePaySessions, 'of'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  /** `pageDomain` is the domain of the page, as the browser names it. */
  async create(
    sent: PaymentsSessionRequest,
    sender: Sender,
    pageDomain: string | undefined,
  ): Promise<object | Refusal> {
    const { merchant, trace } = sender;
    const refused = refuseInlineCredentials(sent) ?? refuseMerchantsFields('session_tokens', sent, merchant);
    if (refused) return refused;
    const payable = await this.payable(sent.payment_id, sender);
    if (isRefusal(payable)) return payable;
    const { paymentId, payment } = payable;
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
    const made = this.tokens(enabledWallets(accounts, payment, sent.wallets), session, logFields);
    const completed = await Promise.all(made.map((one) => this.completed(one, { paymentId, pageDomain }, sender)));
    const session_token = completed.filter((token) => token !== undefined);
    return { payment_id: paymentId, client_secret: clientSecret, session_token };
  }

  /** The step between PayPal's session and the confirmation: an order at the processor of the session. */
  async continue(id: string, sent: PaymentsPostSessionTokensRequest, sender: Sender): OwnerReply {
    const { merchant, trace } = sender;
    const refused = refuseMerchantsFields('post_session_tokens', sent, merchant);
    if (refused) return refused;
    const payable = await this.payable(id, sender);
    if (isRefusal(payable)) return payable;
    const { paymentId, payment } = payable;
    trace.note?.({ payment_id: paymentId });
    if (sent.payment_method !== 'wallet' || sent.payment_method_type !== 'paypal') {
      return notCreated(`of ${sent.payment_method} ${sent.payment_method_type}`);
    }
    if (isZero(payment.money)) return notCreated('of an amount of zero');
    const accounts = await this.connectorAccounts.list(merchant.merchantId);
    if (isRefusal(accounts)) return accounts;
    const account = accountForOrders(accounts, paymentId, payment);
    if (!account) return notCreated('without a connector account for PayPal’s orders');
    const about = { merchantId: merchant.merchantId, paymentId, caller: callerOf(sender) };
    const { merchantConnectorId } = account;
    return this.owner.command(
      outgoing(paymentCreateOrder, { ...about, merchantConnectorId }),
      requestContextOf(sender, 'processorCallMs'),
      {
        query: outgoing(paymentCheck, { ...about, shows: 'order' }),
        ifNoReply: refuse('no_reply', { payment_id: paymentId }),
      },
    );
  }

  /** The payment, for its own client and while it can be paid. */
  private async payable(paymentId: string, sender: Sender): Promise<Payable | Refusal> {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchantId } = sender.merchant;
    const query = outgoing(paymentSession, { merchantId, paymentId, caller: callerOf(sender) });
    const reply = await this.owner.query(query, sender);
    if (!Buffer.isBuffer(reply)) return reply;
    return { paymentId, payment: paymentForSession.parse(JSON.parse(reply.toString())) };
  }

  /**
   * One session for each wallet and connector: a browser could not distinguish two accounts of one connector. Of PayPal only
   * one, since the request for its order names no connector.
   */
  private tokens(
    enabled: readonly (readonly [Wallet, ConnectorAccount])[],
    session: Session,
    logFields: object,
  ): MadeToken[] {
    const made = new Map<string, MadeToken>();
    for (const [wallet, account] of enabled) {
      const place = wallet === 'paypal' ? wallet : `${wallet} ${account.connectorName}`;
      if (made.has(place)) continue;
      const token = walletToken(wallet, account, session);
      if (token) made.set(place, { wallet, account, token });
      else this.logSkipped(wallet, account, token === null, logFields);
    }
    return [...made.values()];
  }

  /** The token as a browser needs it; undefined without the validation that it needs. */
  private async completed({ wallet, account, token }: MadeToken, session: SessionFor, sender: Sender) {
    if (!needsValidation(wallet, account)) return token;
    const session_token_data = await this.applePay.of(account, session, sender);
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
