import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import type { OrganizationId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Organization } from '../domain/organization';

interface Stored {
  organization_id: OrganizationId;
  organization_name: string | null;
  organization_details: JsonObject | null;
  metadata: JsonObject | null;
  created_at: Date;
  modified_at: Date;
}

const columns = 'organization_id, organization_name, organization_details, metadata, created_at, modified_at';

const fromRow = (row: Stored): Organization => ({
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  organizationDetails: row.organization_details,
  metadata: row.metadata,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const toRow = (organization: Organization): unknown[] => [
  organization.organizationId,
  organization.organizationName,
  organization.organizationDetails && JSON.stringify(organization.organizationDetails),
  organization.metadata && JSON.stringify(organization.metadata),
  organization.createdAt,
  organization.modifiedAt,
];

/** Organizations: a name is unique; organizations created with a merchant account have none. */
@Injectable()
export class OrganizationRepository {
  /** Serializes changes of names: the second of two transactions sees the name of the first. */
  async lockNames(sql: Sql): Promise<void> {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtext('gateway.organizations'))`);
  }

  /** False where the name exists. */
  async insert(sql: Sql, organization: Organization): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO organizations (${columns}) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization_name) DO NOTHING RETURNING organization_id`,
      toRow(organization),
    );
    return rows.length > 0;
  }

  async find(sql: Sql, organizationId: string): Promise<Organization | undefined> {
    const rows = await sql.query<Stored>(`SELECT ${columns} FROM organizations WHERE organization_id = $1`, [
      organizationId,
    ]);
    return rows.map(fromRow)[0];
  }

  /** False where another organization has the name. Needs `lockNames`. */
  async update(sql: Sql, organization: Organization): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE organizations SET organization_name = $2, organization_details = $3, metadata = $4, created_at = $5,
         modified_at = $6
       WHERE organization_id = $1 AND NOT EXISTS (
         SELECT 1 FROM organizations other WHERE other.organization_name = $2 AND other.organization_id <> $1)
       RETURNING organization_id`,
      toRow(organization),
    );
    return rows.length > 0;
  }
}
