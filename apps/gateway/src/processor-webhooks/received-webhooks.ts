import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { ReceivedWebhookListQuery } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts } from '../accounts';
import { checkLimit } from '../lists';
import { Database, orUnavailable } from '../persistence';
import { mergedPage, type Page, pageOfLong, type StoredWebhook } from './domain/received-webhook';
import { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
import { RefusedWebhooks, type UnverifiedOfAccount, type UnverifiedWebhook } from './refused-webhooks';

export type ReceivedWebhook =
  | { readonly kind: 'stored'; readonly at: Date; readonly webhook: StoredWebhook }
  | { readonly kind: 'unverified'; readonly at: Date; readonly webhook: UnverifiedWebhook };

export interface ReceivedOfAccount {
  readonly connector: string;
  readonly unverifiedCounts: UnverifiedOfAccount['counts'];
  readonly items: readonly ReceivedWebhook[];
  readonly hasMore: boolean;
}

const usualLimit = 20;
const maxLimit = 100;
const maxOffset = 5_000;

function pageOf({ limit, offset }: ReceivedWebhookListQuery): Page | Refusal {
  const page = { limit: limit ?? usualLimit, offset: offset ?? 0 };
  const refused = checkLimit(page.limit, maxLimit);
  if (refused) return refused;
  if (page.offset >= 0 && page.offset <= maxOffset) return page;
  return refuse('invalid_request', { message: `offset should be in between 0 and ${maxOffset}`, path: 'offset' });
}

/** Whose webhooks: the profile that the caller is limited to, or null. */
export interface WebhookOwner {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId | null;
}

/**
 * Shows what came from a processor for one connector account: the stored webhooks of `WEBHOOK_RETENTION`, and the last 100 that were
 * not verified. No answer contains a body or a header.
 */
@Injectable()
export class ReceivedWebhooks {
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve'>,
    @Inject(ProcessorWebhookRepository) private readonly webhooks: Pick<ProcessorWebhookRepository, 'list'>,
    @Inject(RefusedWebhooks) private readonly refused: Pick<RefusedWebhooks, 'unverified'>,
  ) {}

  async list(
    { merchantId, profileId }: WebhookOwner,
    id: string,
    query: ReceivedWebhookListQuery,
  ): Promise<ReceivedOfAccount | Refusal> {
    const page = pageOf(query);
    if (isRefusal(page)) return page;
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account;
    if (profileId !== null && account.profileId !== profileId)
      return refuse('connector_account_not_found', { reason: id });
    const unverified = await this.refused.unverified(account).catch(() => refuse('refused_webhooks_away'));
    return isRefusal(unverified)
      ? unverified
      : this.merged(account, unverified, { page, status: query.status ?? null });
  }

  private async merged(
    account: ConnectorAccount,
    { counts, last }: UnverifiedOfAccount,
    { page, status }: { readonly page: Page; readonly status: StoredWebhook['status'] | null },
  ): Promise<ReceivedOfAccount> {
    const short = last
      .filter((webhook) => status === null || webhook.status === status)
      .map((webhook) => ({ kind: 'unverified' as const, at: webhook.receivedAt, webhook }));
    const stored = await orUnavailable(
      this.database.read([account.merchantId], (sql) =>
        this.webhooks.list(sql, account, { status, ...pageOfLong(page, short.length) }),
      ),
    );
    const long = stored.map((webhook) => ({ kind: 'stored' as const, at: webhook.received_at, webhook }));
    const merged = mergedPage<ReceivedWebhook>(long, short, page);
    return { connector: account.connectorName, unverifiedCounts: counts, ...merged };
  }
}
