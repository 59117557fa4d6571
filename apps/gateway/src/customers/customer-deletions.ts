import { customerCheckDeletion, type CustomerDeletion, isRefusal, outgoing } from '@payorch/contracts';
import { newTraceparent } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import { newId } from '@payorch/kernel';
import type { EphemeralKeys } from '../ephemeral-keys';
import type { ResponseRedaction } from '../idempotency';
import type { OwnerClient } from '../owners';
import { type Database, orUnavailable } from '../persistence';
import { deletionStep, secondPassAfterMs } from './domain/deletion-step';
import type {
  CustomerDeletionJob,
  CustomerDeletionRepository,
  CustomerPlace,
  RequestedDeletion,
} from './persistence/customer-deletion.repository';

export interface CustomerDeletionsParts {
  readonly database: Database;
  readonly deletions: CustomerDeletionRepository;
  readonly owner: Pick<OwnerClient, 'query'>;
  readonly responses: Pick<ResponseRedaction, 'redact'>;
  readonly ephemeralKeys: Pick<EphemeralKeys, 'deleteAll'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The interval of the search for deletions that a gateway left. */
  readonly everyMs: number;
  /** Longer than a request waits for the owner: until then the gateway of the request erases by itself. */
  readonly requestMs: number;
}

const leaseMs = 60_000;
const retryAfterMs = 15_000;

/**
 * Erases a deleted customer's data from the gateway's own tables, whichever gateway dies meanwhile. The gateway stores the
 * deletion before it sends the command; whether the owner deleted the customer, only the owner says.
 */
export class CustomerDeletions {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly parts: CustomerDeletionsParts) {}

  start(): void {
    this.timer = setInterval(
      () => (this.running ??= this.continueDue().finally(() => (this.running = undefined))),
      this.parts.everyMs,
    ).unref();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Before the command is sent. */
  begin(place: CustomerPlace): Promise<RequestedDeletion> {
    const { database, deletions, requestMs } = this.parts;
    return orUnavailable(database.change([place.merchantId], (sql) => deletions.insert(sql, place, requestMs)));
  }

  /** The owner has refused the command: nothing is to erase, unless another request is on its way. */
  async abandon(requested: RequestedDeletion): Promise<void> {
    if (!requested.isOnly) return;
    const { database, deletions } = this.parts;
    await orUnavailable(database.change([requested.merchantId], (sql) => deletions.finish(sql, requested)));
  }

  /** The owner has deleted the customer: erases what is stored now. What a running request stores, a later pass erases. */
  async erase(place: CustomerPlace): Promise<void> {
    const { database, deletions } = this.parts;
    await this.eraseStored(place);
    await orUnavailable(database.change([place.merchantId], (sql) => deletions.erased(sql, place, secondPassAfterMs)));
  }

  /** Continues every deletion that is due. */
  async continueDue(): Promise<void> {
    const { database, deletions, logger } = this.parts;
    try {
      while (!this.isClosing) {
        const due = await database.change('every', (sql) => deletions.claim(sql, leaseMs));
        if (!due) return;
        await this.continue(due);
      }
    } catch (error) {
      logger.warn({ error }, 'the gateway could not erase the data of a deleted customer; it retries');
    }
  }

  private async continue(due: CustomerDeletionJob): Promise<void> {
    const { database, deletions } = this.parts;
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
    const reply = await this.parts.owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (isRefusal(reply)) return undefined;
    return (JSON.parse(reply.toString()) as Partial<CustomerDeletion>).deleted;
  }

  private async eraseStored({ merchantId, customerId }: CustomerPlace): Promise<void> {
    await this.parts.ephemeralKeys.deleteAll(merchantId, customerId);
    await this.parts.responses.redact(merchantId, customerId);
  }
}
