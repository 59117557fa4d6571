import type { LinkTokens, Refusal } from '@payorch/contracts';
import {
  collectAddress,
  collectedMethodId,
  collectLinkCheck,
  collectLinkCreate,
  createdCollectLink,
  isRefusal,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import type { PaymentMethodCollectLinkRequest } from '@payorch/rest';
import type { ChangeSettings, MerchantAccountRepository } from '../accounts';
import type { Sender } from '../auth';
import { type OwnerClient, requestContextOf } from '../owners';
import { type PageDomains, provenOrigin } from '../page-domains';
import { newIdFor } from '../request';
import { checkCollectLinkRequest, collectLinkOf } from './domain/collect-link';
import { collectLinkView } from './domain/collect-link.view';

export interface CollectLinkParts {
  readonly owner: Pick<OwnerClient, 'command'>;
  readonly settings: Pick<ChangeSettings, 'read'>;
  readonly accounts: Pick<MerchantAccountRepository, 'find'>;
  readonly domains: Pick<PageDomains, 'serves'>;
  readonly tokens: Pick<LinkTokens, 'ofCollectLink'>;
  /** The gateway's own address. */
  readonly publicUrl: string;
}

/** Makes links to pages where customers save payment methods. */
export class CollectLinks {
  constructor(private readonly parts: CollectLinkParts) {}

  async create(sent: PaymentMethodCollectLinkRequest, sender: Sender): Promise<object | Refusal> {
    const refused = checkCollectLinkRequest(sent);
    if (refused) return refused;
    const { owner, settings, accounts, domains, tokens, publicUrl } = this.parts;
    const { merchantId } = sender.merchant;
    const account = await settings.read(merchantId, (sql) => accounts.find(sql, merchantId));
    if (isRefusal(account)) return account;
    const collectLinkId = sent.pm_collect_link_id ?? newIdFor<string>('pm_collect_link', sender.trace);
    const wanted = collectLinkOf(sent, account?.details.pm_collect_link_config, { collectLinkId, now: new Date() });
    if (isRefusal(wanted)) return wanted;
    const origin = await provenOrigin(wanted.origin, (domain) => domains.serves(merchantId, domain, null));
    const link = { ...wanted, origin };
    const about = { merchantId, paymentMethodId: collectedMethodId(merchantId, collectLinkId) };
    const fields = { customerId: sent.customer_id as CustomerId, link };
    const command = outgoing(collectLinkCreate, { ...about, fields });
    const reply = await owner.command(command, requestContextOf(sender, 'noProcessorCallMs'), {
      query: outgoing(collectLinkCheck, about),
      ifNoReply: refuse('no_reply'),
    });
    if (!Buffer.isBuffer(reply)) return reply;
    const created = createdCollectLink.parse(JSON.parse(reply.toString()));
    const token = tokens.ofCollectLink({ merchantId, collectLinkId });
    const address = collectAddress({ merchantId, collectLinkId }, { origin: created.link.origin ?? publicUrl, token });
    return collectLinkView(created, address);
  }
}
