import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { columnsOf, insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import type { PageDomain } from '../domain/page-domain';
import { PageDomainRow } from './page-domain.rows';

type Place = Pick<PageDomain, 'merchantId' | 'domain'>;
const rowOf = ({ merchantId, domain }: Place) => ({ merchant_id: merchantId, domain });

const columns = columnsOf(PageDomainRow);

/** The domains of merchants' payment pages. An index lets one merchant have a domain verified. */
@Injectable()
export class PageDomainRepository {
  /** Lets one registration of the merchant at a time count its domains, until the transaction ends. */
  async lockCount(sql: Sql, merchantId: MerchantId): Promise<void> {
    await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`gateway.page-domains ${merchantId}`]);
  }

  /** False where the merchant has the domain already. */
  insert(sql: Sql, domain: PageDomain): Promise<boolean> {
    return insertIfAbsent(sql.repository(PageDomainRow), toRow(domain));
  }

  async find(sql: Sql, place: Place): Promise<PageDomain | undefined> {
    const row = await sql.repository(PageDomainRow).findOneBy(rowOf(place));
    return row ? fromRow(row) : undefined;
  }

  /** In the order of registration. */
  async list(sql: Sql, merchantId: MerchantId): Promise<readonly PageDomain[]> {
    const order = { created_at: 'ASC', domain: 'ASC' } as const;
    const rows = await sql.repository(PageDomainRow).find({ where: { merchant_id: merchantId }, order });
    return rows.map(fromRow);
  }

  /**
   * Stores the result of a check; false where the domain was deleted or registered anew meanwhile, or where another check
   * changed its state. Fails with a unique violation where another merchant has the domain verified.
   */
  async update(sql: Sql, domain: PageDomain, was: PageDomain['state']): Promise<boolean> {
    const { state, verifiedAt, nextCheckAt, failedChecks } = domain;
    const rows = await sql.query(
      `UPDATE page_domains SET state = $1, verified_at = $2, next_check_at = $3, failed_checks = $4
       WHERE merchant_id = $5 AND domain = $6 AND challenge = $7 AND state = $8 RETURNING domain`,
      [state, verifiedAt, nextCheckAt, failedChecks, domain.merchantId, domain.domain, domain.challenge, was],
    );
    return rows.length > 0;
  }

  async delete(sql: Sql, { merchantId, domain }: Place): Promise<void> {
    await sql.query('DELETE FROM page_domains WHERE merchant_id = $1 AND domain = $2', [merchantId, domain]);
  }

  /** Leases the verified domain whose check is due longest, of any merchant. */
  async claim(sql: Sql, leaseMs: number): Promise<PageDomain | undefined> {
    const [row] = await sql.query<PageDomainRow>(
      `UPDATE page_domains SET next_check_at = now() + make_interval(secs => $1::double precision / 1000)
       WHERE (${columns.key}) IN (
         SELECT ${columns.key} FROM page_domains WHERE state = 'verified' AND next_check_at <= now()
         ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns.list}`,
      [leaseMs],
    );
    return row && fromRow(row);
  }
}

const toRow = (domain: PageDomain): PageDomainRow => ({
  merchant_id: domain.merchantId,
  domain: domain.domain,
  profile_id: domain.profileId,
  challenge: domain.challenge,
  state: domain.state,
  verified_at: domain.verifiedAt,
  next_check_at: domain.nextCheckAt,
  failed_checks: domain.failedChecks,
  created_at: domain.createdAt,
});

const fromRow = (row: PageDomainRow): PageDomain => ({
  merchantId: row.merchant_id,
  domain: row.domain,
  profileId: row.profile_id,
  challenge: row.challenge,
  state: row.state,
  verifiedAt: row.verified_at,
  nextCheckAt: row.next_check_at,
  failedChecks: row.failed_checks,
  createdAt: row.created_at,
});
