export { newOrganization, type Organization } from './domain/organization';
export { OrganizationsModule } from './organizations.module';
export { noSuchOrganization } from './organizations';
export { OrganizationRepository } from './persistence/organization.repository';
export { OrganizationRow } from './persistence/organization.rows';
