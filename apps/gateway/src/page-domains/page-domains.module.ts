import { Module } from '@nestjs/common';
import type { EgressPolicy } from '@payorch/platform/egress';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule, Profiles } from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { Limits, LimitsModule } from '../limits';
import { Database } from '../persistence';
import { configToken, egressToken, loggerToken } from '../tokens';
import type { CheckTerms } from './domain/after-check';
import { DomainProofs, txtResolver } from './domain-proofs';
import { PageDomainsController } from './http/page-domains.controller';
import { PageDomainChecks } from './page-domain-checks';
import { PageDomains } from './page-domains';
import { PageDomainRepository } from './persistence/page-domain.repository';

const timeoutMs = 5_000;

const termsOf = (config: GatewayConfig) => (): CheckTerms => ({
  now: new Date(),
  everyMs: config.pageDomainCheckEveryMs,
  failedChecks: config.pageDomainFailedChecks,
});

@Module({
  imports: [AuthModule, AccountsModule, LimitsModule],
  controllers: [PageDomainsController],
  providers: [
    PageDomainRepository,
    {
      provide: DomainProofs,
      inject: [egressToken, configToken],
      useFactory: (policy: EgressPolicy, { pageDomainNameServers: servers }: GatewayConfig) =>
        new DomainProofs({
          policy,
          resolveTxt: txtResolver(
            servers.filter((server) => server !== ''),
            timeoutMs,
          ),
          timeoutMs,
        }),
    },
    {
      provide: PageDomains,
      inject: [Database, PageDomainRepository, Profiles, DomainProofs, Limits, configToken],
      useFactory: (
        database: Database,
        domains: PageDomainRepository,
        profiles: Profiles,
        proofs: DomainProofs,
        limits: Limits,
        config: GatewayConfig,
      ) => new PageDomains({ database, domains, profiles, proofs, limits, terms: termsOf(config) }),
    },
    {
      provide: PageDomainChecks,
      inject: [Database, PageDomainRepository, DomainProofs, loggerToken, configToken],
      useFactory: (
        database: Database,
        domains: PageDomainRepository,
        proofs: DomainProofs,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new PageDomainChecks({
          database,
          domains,
          proofs,
          logger,
          terms: termsOf(config),
          searchEveryMs: config.pageDomainSearchEveryMs,
        }),
    },
  ],
  exports: [PageDomains],
})
export class PageDomainsModule {}
