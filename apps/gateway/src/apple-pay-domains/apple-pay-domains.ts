import { Inject, Injectable } from '@nestjs/common';
import {
  type ApplePayRegistration,
  applePayRegistration,
  connectorRegisterApplePayDomains,
  isRefusal,
  outgoing,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { ApplepayMerchantVerificationRequest, ApplepayVerifiedDomainsQuery } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts, joinedDomains, type SealedSecret } from '../accounts';
import type { AuthenticatedMerchant, Sender } from '../auth';
import type { ViewedChange } from '../idempotency';
import { Limits } from '../limits';
import { OwnerClient, requestContextOf } from '../owners';
import { readDomainNames } from './domain/domain-names';

/** The account whose settings name a shop on the web, and the merchant at Apple that they name. */
interface Shop {
  readonly account: ConnectorAccount;
  readonly walletDetails: SealedSecret;
  readonly merchantIdentifier: string;
}

const badSettings = refuse('connector_config_invalid', { config: 'connector_wallets_details' });

/** Accepted settings of a shop on the web have a certificate and its key; those of an app need none. */
function shopOf(account: ConnectorAccount): Shop | Refusal {
  const { walletDetails, publicWalletDetails } = account;
  const applePay = publicWalletDetails?.apple_pay;
  if (walletDetails === null || applePay?.initiative !== 'web') return badSettings;
  return { account, walletDetails, merchantIdentifier: applePay.merchant_identifier };
}

/**
 * Has Apple verify domains of a shop, by a worker and with the merchant's own certificate, and stores them with the connector
 * account. No money moves, and a repeated verification changes nothing.
 */
@Injectable()
export class ApplePayDomains {
  constructor(
    @Inject(OwnerClient) private readonly workers: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve' | 'addVerifiedDomains'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'domainVerification'>,
  ) {}

  /** The account with its domains. Stores nothing unless Apple has verified every domain of the request. */
  async verify(
    { domain_names, merchant_connector_account_id: id }: ApplepayMerchantVerificationRequest,
    sender: Sender,
    change: ViewedChange<ConnectorAccount>,
  ): Promise<ConnectorAccount | Refusal> {
    const domainNames = readDomainNames(domain_names);
    if (isRefusal(domainNames)) return domainNames;
    const account = await this.accountOf(sender.merchant, id);
    if (account === undefined) return refuse('connector_account_not_found', { reason: id });
    if (isRefusal(account)) return account;
    const shop = shopOf(account);
    if (isRefusal(shop)) return shop;
    const joined = joinedDomains(account, domainNames);
    if (isRefusal(joined)) return joined;
    const { merchantId } = sender.merchant;
    const refused =
      (await this.limits.domainVerification(merchantId)) ?? (await this.register(shop, domainNames, sender));
    if (refused) return refused;
    const { merchantIdentifier } = shop;
    return this.accounts.addVerifiedDomains(merchantId, id, { domainNames, merchantIdentifier }, change);
  }

  /** The domains of an account; another merchant's id is answered as an unknown one is. */
  async list(
    { merchant_id: merchantId, merchant_connector_account_id: id }: ApplepayVerifiedDomainsQuery,
    merchant: AuthenticatedMerchant,
  ): Promise<readonly string[] | Refusal> {
    if (merchantId !== merchant.merchantId) return refuse('merchant_not_found');
    const account = await this.accountOf(merchant, id);
    if (account === undefined) return refuse('resource_not_found');
    return isRefusal(account) ? account : account.verifiedDomains;
  }

  /** undefined: the merchant, limited to the profile of its header, has no such account. */
  private async accountOf(
    { merchantId, profileId }: AuthenticatedMerchant,
    id: string,
  ): Promise<ConnectorAccount | Refusal | undefined> {
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account.code === 'connector_account_not_found' ? undefined : account;
    return profileId === null || account.profileId === profileId ? account : undefined;
  }

  private async register(
    { account: { merchantId, merchantConnectorId }, walletDetails }: Shop,
    domainNames: readonly string[],
    sender: Sender,
  ): Promise<Refusal | undefined> {
    const data = { merchantId, merchantConnectorId, sealedWalletDetails: walletDetails.sealed };
    const query = outgoing(connectorRegisterApplePayDomains, { ...data, domainNames: [...domainNames] });
    const reply = await this.workers.query(query, requestContextOf(sender, 'processorCallMs'));
    return isRefusal(reply) ? reply : refusalOf(applePayRegistration.parse(JSON.parse(reply.toString())));
  }
}

function refusalOf(registration: ApplePayRegistration): Refusal | undefined {
  if (registration.kind === 'registered') return undefined;
  switch (registration.reason) {
    case 'unusable':
      return badSettings;
    case 'refused':
      return refuse('invalid_request', { message: 'Applepay verification Failed' });
    case 'unanswered':
      return refuse('verification_failed');
  }
}
