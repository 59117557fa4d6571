import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { Database } from '../persistence';
import { type CheckTerms, proven, unproven } from './domain/after-check';
import type { PageDomain } from './domain/page-domain';
import { type DomainProofs, isProven } from './domain-proofs';
import type { PageDomainRepository } from './persistence/page-domain.repository';

export interface PageDomainChecksParts {
  readonly database: Database;
  readonly domains: PageDomainRepository;
  readonly proofs: Pick<DomainProofs, 'check'>;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** The terms of a check now. */
  readonly terms: () => CheckTerms;
  /** The interval of the search for domains that are due. */
  readonly searchEveryMs: number;
}

/** Longer than a check takes: a gateway that dies in it leaves the domain to another one. */
const leaseMs = 60_000;

/** Checks verified domains again when they are due, each by one gateway. */
export class PageDomainChecks extends PeriodicWorker {
  constructor(private readonly parts: PageDomainChecksParts) {
    super({ everyMs: parts.searchEveryMs });
  }

  /** Checks every domain that is due. */
  async round(): Promise<void> {
    const { database, domains, logger } = this.parts;
    try {
      while (!this.isStopping) {
        const due = await database.change('every', (sql) => domains.claim(sql, leaseMs));
        if (!due) return;
        await this.check(due);
      }
    } catch (error) {
      logger.warn({ error }, 'the gateway could not check the domains of payment links; it retries');
    }
  }

  private async check(due: PageDomain): Promise<void> {
    const { database, domains, proofs, logger, terms } = this.parts;
    const isFound = isProven(await proofs.check(due));
    const checked = isFound ? proven(due, terms()) : unproven(due, terms());
    await database.change([due.merchantId], (sql) => domains.update(sql, checked, due.state));
    if (isFound) return;
    const { merchantId: merchant_id, domain, failedChecks: failed_checks, state } = checked;
    logger.info({ merchant_id, domain, failed_checks, state }, 'a domain of payment links is not proven any more');
  }
}
