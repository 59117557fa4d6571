import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing, Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { type ConnectorAccount, ConnectorAccounts } from '../accounts';
import { OwnerClient, type OwnerReply, type ScopedSender, scopeOf } from '../owners';

/** What a list covers: all profiles of the merchant that the caller may see, or one. */
interface ListScope {
  readonly merchantId: MerchantId;
  readonly profileId: string | null;
}

/** Lists and counts of resources, from their owner: of the whole merchant or of one profile. */
@Injectable()
export class OwnerLists {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  /** Sends the query for what the caller's list covers. */
  async query(sender: ScopedSender, queryFor: (scope: ListScope) => Outgoing): OwnerReply {
    const scope = scopeOf(sender);
    if (isRefusal(scope)) return scope;
    const { merchantId, account } = sender.merchant;
    const context = {
      trace: sender.trace,
      accountVersion: account.accountVersion,
      timeout: 'noProcessorCallMs',
    } as const;
    return this.owner.query(queryFor({ merchantId, ...scope }), context);
  }

  /** A page of what the caller's list covers: that of one profile has the profile as its filter. */
  async page<Filters extends { readonly profileId: string | null }>(
    sender: ScopedSender,
    requested: Filters | Refusal,
    queryFor: (merchantId: MerchantId, filters: Filters) => Outgoing,
  ): OwnerReply {
    if (isRefusal(requested)) return requested;
    return this.query(sender, ({ merchantId, profileId }) =>
      queryFor(merchantId, { ...requested, profileId: profileId ?? requested.profileId }),
    );
  }

  /** Every filter value that the connector accounts allow, whether such a resource exists or not. */
  async options(
    sender: ScopedSender,
    optionsOf: (accounts: readonly ConnectorAccount[]) => object,
  ): Promise<object | Refusal> {
    const scope = scopeOf(sender);
    if (isRefusal(scope)) return scope;
    const accounts = await this.accounts.list(sender.merchant.merchantId);
    if (isRefusal(accounts)) return accounts;
    const { profileId } = scope;
    return optionsOf(profileId === null ? accounts : accounts.filter((one) => one.profileId === profileId));
  }
}
