import { Inject, Injectable } from '@nestjs/common';
import { customerCheckDeletion, type CustomerDeletion, isRefusal, outgoing } from '@payorch/contracts';
import { newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import { newId } from '@payorch/kernel';
import { findAccountsSharing } from '../auth';
import type { GatewayConfig } from '../config';
import { EphemeralKeys } from '../ephemeral-keys';
import { ResponseRedaction } from '../idempotency';
import { OwnerClient } from '../owners';
import { Database, orUnavailable } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { deletionStep, secondPassAfterMs } from './domain/deletion-step';
import {
  type CustomerDeletionJob,
  CustomerDeletionRepository,
  type CustomerPlace,
  type RequestedDeletion,
} from './persistence/customer-deletion.repository';

const leaseMs = 60_000;
const retryAfterMs = 15_000;

/**
 * Erases a deleted customer's data from the gateway's own tables, whichever gateway dies meanwhile. The gateway stores the
 * deletion before it sends the command; whether the owner deleted the customer, only the owner says.
 */
@Injectable()
export class CustomerDeletions extends PeriodicWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CustomerDeletionRepository) private readonly deletions: CustomerDeletionRepository,
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(ResponseRedaction) private readonly responses: Pick<ResponseRedaction, 'redact'>,
    @Inject(EphemeralKeys) private readonly ephemeralKeys: Pick<EphemeralKeys, 'deleteAll'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'customerDeletionsEveryMs' | 'replyTimeoutMs'>,
  ) {
    super({ everyMs: config.customerDeletionsEveryMs });
  }

  /** Before the command is sent. */
  begin(place: CustomerPlace): Promise<RequestedDeletion> {
    const { database, deletions } = this;
    // The command, and the query that checks it: until then the gateway of the request erases by itself.
    const requestMs = 2 * this.config.replyTimeoutMs;
    return orUnavailable(database.change([place.merchantId], (sql) => deletions.insert(sql, place, requestMs)));
  }

  /** The owner has refused the command: nothing is to erase, unless another request is on its way. */
  async abandon(requested: RequestedDeletion): Promise<void> {
    if (!requested.isOnly) return;
    const { database, deletions } = this;
    await orUnavailable(database.change([requested.merchantId], (sql) => deletions.finish(sql, requested)));
  }

  /** The owner has deleted the customer: erases what is stored now. What a running request stores, a later pass erases. */
  async erase(place: CustomerPlace): Promise<void> {
    const { database, deletions } = this;
    await this.eraseStored(place);
    await orUnavailable(database.change([place.merchantId], (sql) => deletions.erased(sql, place, secondPassAfterMs)));
  }

  /** Continues every deletion that is due. */
  async round(): Promise<void> {
    const { database, deletions, logger } = this;
    try {
      while (!this.isStopping) {
        const due = await database.change('every', (sql) => deletions.claim(sql, leaseMs));
        if (!due) return;
        await this.continue(due);
      }
    } catch (error) {
      logger.warn({ error }, 'the gateway could not erase the data of a deleted customer; it retries');
    }
  }

  private async continue(due: CustomerDeletionJob): Promise<void> {
    const { database, deletions } = this;
    const isDeleted = await this.isDeleted(due);
    const step = isDeleted === undefined ? 'wait' : deletionStep({ ...due, isDeleted }, new Date());
    switch (step) {
      case 'erase_and_look_again':
        return this.erase(due);
      case 'erase_and_finish':
        await this.eraseStored(due);
        return database.change([due.merchantId], (sql) => deletions.finish(sql, due));
      case 'wait':
        return database.change([due.merchantId], (sql) => deletions.postpone(sql, due, retryAfterMs));
      case 'finish':
        return database.change([due.merchantId], (sql) => deletions.finish(sql, due));
    }
  }

  /** Undefined where the owner does not reply. */
  private async isDeleted({ merchantId, customerId }: CustomerPlace): Promise<boolean | undefined> {
    const trace = { correlationId: newId('req'), traceparent: newTraceparent() };
    const query = outgoing(customerCheckDeletion, { merchantId, customerId });
    const reply = await this.owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (isRefusal(reply)) return undefined;
    return (JSON.parse(reply.toString()) as Partial<CustomerDeletion>).deleted;
  }

  /** At every account that shares the customer. */
  private async eraseStored({ merchantId, customerId }: CustomerPlace): Promise<void> {
    const sharing = await orUnavailable(this.database.read('every', (sql) => findAccountsSharing(sql, merchantId)));
    for (const account of [merchantId, ...sharing]) {
      await this.ephemeralKeys.deleteAll(account, customerId);
      await this.responses.redact(account, customerId);
    }
  }
}
