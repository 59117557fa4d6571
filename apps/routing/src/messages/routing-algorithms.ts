import type { ConnectorAccountSettings, DataOf, Json, JsonObject, ReadAlgorithms, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  refuse,
  routingAlgorithmCheck,
  routingAlgorithmCheckReadable,
  routingAlgorithmCreate,
  routingAlgorithmForActivation,
  routingAlgorithmGet,
  routingAlgorithmList,
  threeDsDecisionExecute,
} from '@payorch/contracts';
import type { Clock, MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import type { AccountSettings, KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import type { AlgorithmRecord } from '../domain/algorithms/algorithm-record';
import { refusalToActivate } from '../domain/decide/activate-algorithm';
import { createAlgorithm } from '../domain/decide/create-algorithm';
import { executeRule } from '../domain/decide/execute-rule';
import { readingErrorOf } from '../domain/algorithms/read-algorithm';
import type { RoutingAlgorithmRepository } from '../persistence/routing-algorithms.repository';
import { algorithmJson, recordJson } from '../queries/algorithm.view';

export abstract class RoutingAlgorithmParts {
  abstract readonly repository: Pick<RoutingAlgorithmRepository, 'create' | 'find' | 'list'>;
  abstract readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'waitForVersion'>;
  abstract readonly clock: Clock;
  /** How long a message waits for account settings as new as its sender knew. */
  abstract readonly settingsWaitMs: number;
}

interface About {
  readonly merchantId: MerchantId;
  readonly algorithmId: RoutingAlgorithmId;
}

const reply = (body: Json): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });
const notFound = refuse('routing_algorithm_not_found');
const outdated = refuse('settings_outdated');

/** Everything about stored algorithms. The commands of one algorithm arrive in their order, one at a time. */
@MessageController()
export class RoutingAlgorithms {
  constructor(private readonly parts: RoutingAlgorithmParts) {}

  @Query(routingAlgorithmCreate)
  async create(command: DataOf<typeof routingAlgorithmCreate>, delivery: KeyedDelivery): Promise<Reply> {
    const { repository, clock } = this.parts;
    // A redelivered command is not checked again: its accounts may have changed since.
    const stored = await repository.find(command.merchantId, command.algorithmId);
    if (stored) return reply(recordJson(stored));
    const ofProfile = await this.accountsOf(command, delivery);
    if (isRefusal(ofProfile)) return ofProfile;
    const record = createAlgorithm(command, { now: clock.now(), ofProfile });
    return isRefusal(record) ? record : reply(recordJson(await repository.create(record)));
  }

  /** A creation that was refused stored nothing, so the same command may be sent again. */
  @Query(routingAlgorithmCheck)
  check(command: DataOf<typeof routingAlgorithmCheck>, delivery: KeyedDelivery): Promise<Reply> {
    return this.shown(command, delivery, recordJson);
  }

  @Query(routingAlgorithmGet)
  get(query: DataOf<typeof routingAlgorithmGet>, delivery: KeyedDelivery): Promise<Reply> {
    return this.shown(query, delivery, algorithmJson);
  }

  @Query(routingAlgorithmForActivation)
  async getForActivation(query: DataOf<typeof routingAlgorithmForActivation>, delivery: KeyedDelivery): Promise<Reply> {
    const record = await this.found(query, delivery);
    if (isRefusal(record)) return record;
    const ofProfile = await this.accountsOf(record, delivery);
    if (isRefusal(ofProfile)) return ofProfile;
    const refused = refusalToActivate(record, query.operation, { ofProfile });
    return refused ?? reply({ record: recordJson(record), algorithm: { ...record.algorithm } });
  }

  @Query(routingAlgorithmList)
  async list({ merchantId, activeId, ...page }: DataOf<typeof routingAlgorithmList>): Promise<Reply> {
    const records = await this.parts.repository.list(merchantId, page);
    return reply({ merchant_id: merchantId, active_id: activeId ?? null, records: records.map(recordJson) });
  }

  /** Payments are decided about between two records: a program is large. */
  @Query(routingAlgorithmCheckReadable)
  async checkReadable({ merchantId, ...page }: DataOf<typeof routingAlgorithmCheckReadable>): Promise<Reply> {
    const algorithms: ReadAlgorithms['algorithms'] = [];
    for (const { algorithmId, algorithm } of await this.parts.repository.list(merchantId, page)) {
      algorithms.push({ algorithmId, error: readingErrorOf(algorithm) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return reply({ algorithms });
  }

  @Query(threeDsDecisionExecute)
  async execute(query: DataOf<typeof threeDsDecisionExecute>, delivery: KeyedDelivery): Promise<Reply> {
    const record = await this.found(query, delivery);
    const decision = isRefusal(record) ? record : executeRule(record, query.inputs);
    return typeof decision === 'string' ? reply({ decision }) : decision;
  }

  private async shown(about: About, delivery: KeyedDelivery, view: (record: AlgorithmRecord) => JsonObject) {
    const record = await this.found(about, delivery);
    return isRefusal(record) ? record : reply(view(record));
  }

  /** The accounts of a profile, from settings as new as the sender knew. */
  private async accountsOf(
    { merchantId, profileId }: { readonly merchantId: MerchantId; readonly profileId: ProfileId },
    { incoming: { context } }: KeyedDelivery,
  ): Promise<readonly ConnectorAccountSettings[] | Refusal> {
    const { settings, settingsWaitMs } = this.parts;
    const isThere = await settings.waitForVersion(merchantId, context.accountVersion ?? 0, settingsWaitMs);
    return isThere ? settings.accountsOfProfile(merchantId, profileId) : outdated;
  }

  /** A request that is limited to a profile finds nothing of another one. */
  private async found(
    { merchantId, algorithmId }: About,
    { incoming }: KeyedDelivery,
  ): Promise<AlgorithmRecord | Refusal> {
    const { onlyProfile } = incoming.context;
    const record = await this.parts.repository.find(merchantId, algorithmId);
    const isHidden = onlyProfile !== undefined && record?.profileId !== onlyProfile;
    return record && !isHidden ? record : notFound;
  }
}
