import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  readAlgorithms,
  type Refusal,
  refuse,
  routingAlgorithmCheckReadable,
} from '@payorch/contracts';
import type { RuleMigrationQuery } from '@payorch/rest';
import { RoutingSettingsStore } from '../accounts';
import { AccountCache } from '../auth';
import { viewOf } from '../errors';
import { OwnerClient } from '../owners';
import { orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { idsInForce } from './domain/algorithms-in-force';
import { migrationView } from './domain/migration-view';
import { pageOf } from './domain/page';

/** The limit of the interface. */
const usualLimit = 50;

/**
 * Answers which stored algorithms of a profile this release reads. There is no other engine to which they would be moved, so
 * nothing is stored.
 */
@Injectable()
export class RuleMigrations {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'freshAccount'>,
    @Inject(RoutingSettingsStore) private readonly settings: Pick<RoutingSettingsStore, 'retrieve'>,
  ) {}

  async migrate(
    { merchant_id: merchant, profile_id: profile, ...page }: RuleMigrationQuery,
    trace: RequestTrace,
  ): Promise<object | Refusal> {
    const account = await orUnavailable(this.accounts.freshAccount(merchant));
    if (!account) return refuse('merchant_not_found');
    const { merchantId, accountVersion } = account;
    const routing = await this.settings.retrieve(merchantId, profile);
    if (isRefusal(routing)) return routing;
    const { profileId, state } = routing;
    const reply = await this.owner.query(
      outgoing(routingAlgorithmCheckReadable, { merchantId, profileId, ...pageOf(page, usualLimit) }),
      { trace, accountVersion, timeout: 'noProcessorCallMs' },
    );
    return viewOf(reply, (body) => {
      const { algorithms } = readAlgorithms.parse(JSON.parse(body.toString()));
      return migrationView(profileId, algorithms, idsInForce(state));
    });
  }
}
