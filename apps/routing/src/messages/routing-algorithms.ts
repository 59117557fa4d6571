import type { DataOf, Json, JsonObject, Refusal } from '@payorch/contracts';
import {
  isRefusal,
  refuse,
  routingAlgorithmCheck,
  routingAlgorithmCreate,
  routingAlgorithmGet,
  routingAlgorithmList,
  threeDsDecisionExecute,
} from '@payorch/contracts';
import type { Clock, MerchantId, RoutingAlgorithmId } from '@payorch/kernel';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import type { AlgorithmRecord } from '../domain/algorithm-record';
import { createAlgorithm } from '../domain/decide/create-algorithm';
import { executeRule } from '../domain/decide/execute-rule';
import type { RoutingAlgorithmRepository } from '../persistence/routing-algorithms.repository';
import { algorithmJson, recordJson } from '../queries/algorithm.view';

export abstract class RoutingAlgorithmParts {
  abstract readonly repository: Pick<RoutingAlgorithmRepository, 'create' | 'find' | 'list'>;
  abstract readonly clock: Clock;
}

interface About {
  readonly merchantId: MerchantId;
  readonly algorithmId: RoutingAlgorithmId;
}

const reply = (body: Json): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });
const notFound = refuse('routing_algorithm_not_found');

/** Everything about stored algorithms. The commands of one algorithm arrive in their order, one at a time. */
@MessageController()
export class RoutingAlgorithms {
  constructor(private readonly parts: RoutingAlgorithmParts) {}

  @Query(routingAlgorithmCreate)
  async create(command: DataOf<typeof routingAlgorithmCreate>): Promise<Reply> {
    const record = createAlgorithm(command, { now: this.parts.clock.now() });
    return isRefusal(record) ? record : reply(recordJson(await this.parts.repository.create(record)));
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

  /** No record is active: activation is not served. */
  @Query(routingAlgorithmList)
  async list({ merchantId, ...page }: DataOf<typeof routingAlgorithmList>): Promise<Reply> {
    const records = await this.parts.repository.list(merchantId, page);
    return reply({ merchant_id: merchantId, active_id: null, records: records.map(recordJson) });
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
