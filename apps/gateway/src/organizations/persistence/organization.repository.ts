import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import type { OrganizationId } from '@payorch/kernel';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { Not } from 'typeorm';
import { OrganizationRow } from './organization.rows';
import type { Organization } from '../domain/organization';

const fromRow = (row: OrganizationRow): Organization => ({
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  organizationDetails: row.organization_details as JsonObject | null,
  metadata: row.metadata as JsonObject | null,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const toRow = (organization: Organization): OrganizationRow => ({
  organization_id: organization.organizationId,
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

  /** False where another organization has the name. Needs `lockNames`. */
  async update(sql: Sql, organization: Organization): Promise<boolean> {
    const organizations = sql.repository(OrganizationRow);
    const { organization_id, organization_name, ...changed } = toRow(organization);
    const hasName = organization_name !== null;
    if (hasName && (await organizations.existsBy({ organization_name, organization_id: Not(organization_id) })))
      return false;
    const { affected } = await organizations.update({ organization_id }, { organization_name, ...changed });
    return affected === 1;
  }
}
