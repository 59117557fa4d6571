import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { Not } from 'typeorm';
import { OrganizationRow } from './organization.rows';
import type { Organization } from '../domain/organization';

const fromRow = (row: OrganizationRow): Organization => ({
  organizationId: row.organization_id,
  organizationType: row.organization_type,
  platformMerchantId: row.platform_merchant_id,
  organizationName: row.organization_name,
  organizationDetails: row.organization_details as JsonObject | null,
  metadata: row.metadata as JsonObject | null,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const toRow = (organization: Organization): OrganizationRow => ({
  organization_id: organization.organizationId,
  organization_type: organization.organizationType,
  platform_merchant_id: organization.platformMerchantId,
  organization_name: organization.organizationName,
  organization_details: organization.organizationDetails,
  metadata: organization.metadata,
  created_at: organization.createdAt,
  modified_at: organization.modifiedAt,
});

/** Organizations: a name is unique; organizations created with a merchant account have none. */
@Injectable()
export class OrganizationRepository {
  /** Serializes changes of names: the second of two transactions sees the name of the first. */
  async lockNames(sql: Sql): Promise<void> {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.organizations'))`);
  }

  /** False where the name exists. */
  insert(sql: Sql, organization: Organization): Promise<boolean> {
    return insertIfAbsent(sql.repository(OrganizationRow), toRow(organization));
  }

  async find(sql: Sql, organizationId: string): Promise<Organization | undefined> {
    const row = await sql.repository(OrganizationRow).findOneBy({ organization_id: organizationId as OrganizationId });
    return row ? fromRow(row) : undefined;
  }

  /** As `find`; locks the row, so that of two concurrent platform accounts the second sees the first. */
  async lock(sql: Sql, organizationId: string): Promise<Organization | undefined> {
    await sql.query('SELECT 1 FROM organizations WHERE organization_id = $1 FOR UPDATE', [organizationId]);
    return this.find(sql, organizationId);
  }

  /** Needs `lock`, which has shown that the organization has no platform. */
  async setPlatform(sql: Sql, organizationId: OrganizationId, merchantId: MerchantId): Promise<void> {
    await sql
      .repository(OrganizationRow)
      .update({ organization_id: organizationId }, { platform_merchant_id: merchantId });
  }

  /** False where another organization has the name. Needs `lockNames`. */
  async update(sql: Sql, organization: Organization): Promise<boolean> {
    const organizations = sql.repository(OrganizationRow);
    const { organization_id, organization_type: _, platform_merchant_id: __, ...changes } = toRow(organization);
    const { organization_name } = changes;
    const hasName = organization_name !== null;
    if (hasName && (await organizations.existsBy({ organization_name, organization_id: Not(organization_id) })))
      return false;
    const { affected } = await organizations.update({ organization_id }, changes);
    return affected === 1;
  }
}
