import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  collectAddress,
  collectedMethodId,
  collectLinkCheck,
  collectLinkCreate,
  createdCollectLink,
  isRefusal,
  LinkTokens,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import type { PaymentMethodCollectLinkRequest } from '@payorch/rest';
import { ChangeSettings, MerchantAccountRepository } from '../accounts';
import type { Sender } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnerClient, requestContextOf } from '../owners';
import { PageDomains, provenOrigin } from '../page-domains';
import { newIdFor } from '../request';
import { configToken } from '../tokens';
import { checkCollectLinkRequest, collectLinkOf } from './domain/collect-link';
import { collectLinkView } from './domain/collect-link.view';

/** Makes links to pages where customers save payment methods. */
@Injectable()
export class CollectLinks {
  private readonly tokens: LinkTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command'>,
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'read'>,
    @Inject(MerchantAccountRepository) private readonly accounts: Pick<MerchantAccountRepository, 'find'>,
    @Inject(PageDomains) private readonly domains: Pick<PageDomains, 'serves'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'redirectSecrets' | 'publicUrl'>,
  ) {
    this.tokens = new LinkTokens(config.redirectSecrets);
  }

  async create(sent: PaymentMethodCollectLinkRequest, sender: Sender): Promise<object | Refusal> {
    const refused = checkCollectLinkRequest(sent);
    if (refused) return refused;
    const { owner, settings, accounts, domains, tokens } = this;
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
    const address = collectAddress(
      { merchantId, collectLinkId },
      { origin: created.link.origin ?? this.config.publicUrl, token },
    );
    return collectLinkView(created, address);
  }
}
