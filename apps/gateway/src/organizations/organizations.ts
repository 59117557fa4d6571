import { refuse } from '@payorch/contracts';
import type { OrganizationId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import { RefusalError } from '../errors/errors';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import { orUnavailable, type Database } from '../persistence/database';
import type { OrganizationRepository } from './persistence/organization.repository';
import type { Organization, OrganizationRequest } from './domain/organization';
import { checkOrganizationRequest, newOrganization, updatedOrganization } from './domain/organization';

export const noSuchOrganization = (): RefusalError =>
  new RefusalError(refuse('not_found', { message: 'organization with the given id does not exist' }));

const nameTaken = (): RefusalError =>
  new RefusalError(
    refuse('already_exists', { message: 'Organization with the given organization_name already exists' }),
  );

function mustBeStorable(sent: OrganizationRequest): void {
  const refused = checkOrganizationRequest(sent);
  if (refused) throw new RefusalError(refused);
}

/** Creates, retrieves and updates organizations. They group merchant accounts; only the gateway knows them. */
export class Organizations {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
  ) {}

  async create(sent: OrganizationRequest, trace: ViewedChange<Organization>): Promise<Organization> {
    mustBeStorable(sent);
    const made = newOrganization(sent, newId<OrganizationId>('org'), new Date());
    return orUnavailable(
      changeWithResponse(this.database, [], trace, async (sql) => {
        await this.organizations.lockNames(sql);
        if (!(await this.organizations.insert(sql, made))) throw nameTaken();
        return made;
      }),
    );
  }

  async retrieve(id: string): Promise<Organization> {
    const found = await orUnavailable(this.database.read([], (sql) => this.organizations.find(sql, id)));
    if (!found) throw noSuchOrganization();
    return found;
  }

  async update(id: string, sent: OrganizationRequest): Promise<Organization> {
    mustBeStorable(sent);
    return orUnavailable(
      this.database.change([], async (sql) => {
        await this.organizations.lockNames(sql);
        const stored = await this.organizations.find(sql, id);
        if (!stored) throw noSuchOrganization();
        const updated = updatedOrganization(stored, sent, new Date());
        if (!(await this.organizations.update(sql, updated))) throw nameTaken();
        return updated;
      }),
    );
  }
}
