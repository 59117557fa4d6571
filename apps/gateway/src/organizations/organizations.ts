import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { OrganizationId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import {
  type Organization,
  type OrganizationRequest,
  checkOrganizationRequest,
  checkPlatform,
  newOrganization,
  updatedOrganization,
} from './domain/organization';
import { OrganizationRepository } from './persistence/organization.repository';

export const noSuchOrganization = refuse('not_found', { message: 'organization with the given id does not exist' });

const nameTaken = refuse('already_exists', {
  message: 'Organization with the given organization_name already exists',
});

/** Creates, retrieves and updates organizations. They group merchant accounts; only the gateway knows them. */
@Injectable()
export class Organizations {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrganizationRepository) private readonly organizations: OrganizationRepository,
  ) {}

  async create(sent: OrganizationRequest, trace: ViewedChange<Organization>): Promise<Organization | Refusal> {
    const refused = checkOrganizationRequest(sent);
    if (refused) return refused;
    const made = newOrganization(sent, newId<OrganizationId>('org'), new Date());
    return orUnavailable(
      changeWithResponse(this.database, [], trace, async (sql) => {
        await this.organizations.lockNames(sql);
        if (!(await this.organizations.insert(sql, made))) return nameTaken;
        return made;
      }),
    );
  }

  async retrieve(id: string): Promise<Organization | Refusal> {
    const found = await orUnavailable(this.database.read([], (sql) => this.organizations.find(sql, id)));
    return found ?? noSuchOrganization;
  }

  async update(
    id: string,
    sent: OrganizationRequest & { readonly platform_merchant_id: string },
  ): Promise<Organization | Refusal> {
    const refused = checkOrganizationRequest(sent);
    if (refused) return refused;
    return orUnavailable(
      this.database.change<Organization | Refusal>([], async (sql) => {
        await this.organizations.lockNames(sql);
        const stored = await this.organizations.find(sql, id);
        if (!stored) return noSuchOrganization;
        const otherPlatform = checkPlatform(stored, sent);
        if (otherPlatform) return otherPlatform;
        const updated = updatedOrganization(stored, sent, new Date());
        if (!(await this.organizations.update(sql, updated))) return nameTaken;
        return updated;
      }),
    );
  }
}
