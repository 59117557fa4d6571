import type { DataOf, JsonObject, Refusal, RoutingAlgorithm } from '@payorch/contracts';
import { isRefusal, refuse, routingEvaluate, routingRuleEvaluate } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings, KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import type { HealthOf } from '../domain/account-order';
import type { CapabilitiesOf } from '../domain/capabilities';
import { evaluatePayment } from '../domain/evaluate-payment';
import { evaluateRule } from '../domain/evaluate-rule';
import type { OrderByScores } from '../domain/score-order';
import type { RoutingAlgorithmRepository } from '../persistence/routing-algorithms.repository';

export abstract class RoutingEvaluationParts {
  abstract readonly settings: Pick<
    AccountSettings,
    'account' | 'accountsOfProfile' | 'routing' | 'versionOf' | 'waitForVersion'
  >;
  abstract readonly repository: Pick<RoutingAlgorithmRepository, 'find'>;
  abstract readonly capabilitiesOf: CapabilitiesOf;
  /** Absent: scores choose nothing. */
  readonly orderByScores?: OrderByScores;
  /** Absent: every account is healthy. */
  readonly healthOf?: HealthOf;
  abstract readonly settingsWaitMs: number;
}

type RuleQuery = DataOf<typeof routingRuleEvaluate>;

interface Evaluated {
  readonly algorithm: RoutingAlgorithm | null;
  readonly profileId: ProfileId;
}

const reply = (body: JsonObject | Refusal): Reply =>
  isRefusal(body) ? body : { kind: 'response', body: Buffer.from(JSON.stringify(body)) };

/** Decisions that are not made: by the settings in memory, and by stored algorithms. */
@MessageController()
export class RoutingEvaluations {
  constructor(private readonly parts: RoutingEvaluationParts) {}

  @Query(routingEvaluate)
  async evaluate(query: DataOf<typeof routingEvaluate>, delivery: KeyedDelivery): Promise<Reply> {
    const { merchantId, profileId } = query;
    await this.waitForSettings(merchantId, delivery);
    const { settings, capabilitiesOf, orderByScores, healthOf } = this.parts;
    return reply(
      evaluatePayment(query, {
        accounts: settings.accountsOfProfile(merchantId, profileId),
        accountVersion: settings.versionOf(merchantId),
        inForce: settings.routing(merchantId, profileId) ?? null,
        isElsewhere: (id) => settings.account(merchantId, id) !== undefined,
        capabilitiesOf,
        ...(orderByScores && { orderByScores }),
        ...(healthOf && { healthOf }),
      }),
    );
  }

  @Query(routingRuleEvaluate)
  async evaluateRule(query: RuleQuery, delivery: KeyedDelivery): Promise<Reply> {
    await this.waitForSettings(query.merchantId, delivery);
    const evaluated = await this.evaluated(query, delivery);
    if (isRefusal(evaluated)) return evaluated;
    const { facts, fallback, paymentId, merchantId } = query;
    const accounts = this.parts.settings.accountsOfProfile(merchantId, evaluated.profileId);
    return reply(evaluateRule({ algorithm: evaluated.algorithm, fallback, facts, paymentId, accounts }));
  }

  /** The active algorithm of the profile, or the stored one. A request that is limited to a profile finds nothing of another one. */
  private async evaluated({ merchantId, by }: RuleQuery, { incoming }: KeyedDelivery): Promise<Evaluated | Refusal> {
    const { onlyProfile } = incoming.context;
    if (by.kind === 'profile') {
      const active = this.parts.settings.routing(merchantId, by.profileId)?.payment.active;
      return { algorithm: active ? { type: active.kind, data: active.data } : null, profileId: by.profileId };
    }
    const record = await this.parts.repository.find(merchantId, by.algorithmId);
    const isHidden = onlyProfile !== undefined && record?.profileId !== onlyProfile;
    return record && !isHidden ? record : refuse('routing_algorithm_not_found');
  }

  /** Settings as new as the gateway knew: a request after an activation is decided by it. */
  private async waitForSettings(merchantId: MerchantId, { incoming }: KeyedDelivery): Promise<void> {
    const { settings, settingsWaitMs } = this.parts;
    await settings.waitForVersion(merchantId, incoming.context.accountVersion ?? 0, settingsWaitMs);
  }
}
