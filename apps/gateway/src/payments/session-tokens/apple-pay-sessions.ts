import { Inject, Injectable } from '@nestjs/common';
import { applePayValidation, connectorApplePaySession, isRefusal, type JsonObject, outgoing } from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { ConnectorAccount } from '../../accounts';
import type { Sender } from '../../auth';
import { Limits } from '../../limits';
import { OwnerClient, requestContextOf } from '../../owners';
import { loggerToken } from '../../tokens';

/** The account whose settings name the shop. */
export type ShopAccount = Pick<
  ConnectorAccount,
  'merchantId' | 'merchantConnectorId' | 'walletDetails' | 'verifiedDomains'
>;

/** For whom a session is: a payment, and the domain of the page as the browser names it. */
export interface SessionFor {
  readonly paymentId: string;
  readonly pageDomain: string | undefined;
}

/** The domain of the page if Apple verified it for the account. undefined: the domain of the account's settings applies. */
const verifiedDomain = (
  { verifiedDomains }: ShopAccount,
  { pageDomain }: Pick<SessionFor, 'pageDomain'>,
): string | undefined => verifiedDomains.find((domain) => domain === pageDomain?.toLowerCase());

/**
 * Apple's validations of shops. The merchant's certificate is sealed for the workers: a worker calls Apple, and the gateway
 * passes the seal and Apple's session on, without reading either.
 */
@Injectable()
export class ApplePaySessions {
  constructor(
    @Inject(OwnerClient) private readonly workers: Pick<OwnerClient, 'query'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'isOverApplePay'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * A session of Apple for one payment. Whatever fails is logged and never thrown: undefined, and the customer has the other
   * wallets.
   */
  async of(account: ShopAccount, session: SessionFor, sender: Sender): Promise<JsonObject | undefined> {
    const reply = await this.validation(account, session, sender).catch((error: unknown) => ({ error }));
    if ('session' in reply) return reply.session;
    const { merchantId, merchantConnectorId } = account;
    const facts = {
      payment_id: session.paymentId,
      request_id: sender.trace.correlationId,
      merchantId,
      merchantConnectorId,
    };
    this.logger.warn({ ...facts, ...reply }, 'Apple has not validated the shop: Apple Pay gets no session');
    return undefined;
  }

  /** The session, or the reason why there is none. */
  private async validation(
    account: ShopAccount,
    session: SessionFor,
    sender: Sender,
  ): Promise<{ readonly session: JsonObject } | { readonly reason: string }> {
    const { merchantId, merchantConnectorId, walletDetails } = account;
    if (walletDetails === null) return { reason: 'unusable' };
    if (await this.limits.isOverApplePay(merchantConnectorId, merchantId, session.paymentId))
      return { reason: 'over_limit' };
    const data = { merchantId, merchantConnectorId, sealedWalletDetails: walletDetails.sealed };
    const domain = verifiedDomain(account, session);
    const query = outgoing(connectorApplePaySession, { ...data, ...(domain !== undefined && { domain }) });
    const reply = await this.workers.query(query, requestContextOf(sender, 'walletSessionMs'));
    if (isRefusal(reply)) return { reason: reply.code };
    return applePayValidation.parse(JSON.parse(reply.toString()));
  }
}
