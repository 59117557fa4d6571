export { provenOrigin } from './domain/proven-origin';
export { PageDomains } from './page-domains';
export { PageDomainsModule } from './page-domains.module';
export { PageDomainRow } from './persistence/page-domain.rows';
