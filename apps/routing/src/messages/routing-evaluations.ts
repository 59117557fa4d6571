import type { AccountRef, DataOf, DynamicRouting, JsonObject, Refusal, RoutingAlgorithm } from '@payorch/contracts';
import { isRefusal, refuse, routingEvaluate, routingFeedback, routingRuleEvaluate } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings, KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import type { HealthOf } from '../domain/accounts/account-order';
import type { CapabilitiesOf } from '../domain/accounts/capabilities';
import { evaluatePayment } from '../domain/evaluate-payment';
import { evaluateRule } from '../domain/evaluate-rule';
import { accountNamed, gatewayOf } from '../domain/accounts/gateways';
import type { OrderByScores } from '../domain/score-order';
import type { RoutingAlgorithmRepository } from '../persistence/routing-algorithms.repository';
import type { EvaluatedOutcomes } from './scores/evaluated-outcomes';

export abstract class RoutingEvaluationParts {
  abstract readonly settings: Pick<
    AccountSettings,
    'account' | 'accountsOfProfile' | 'routing' | 'versionOf' | 'waitForVersion'
  >;
  abstract readonly repository: Pick<RoutingAlgorithmRepository, 'find'>;
  abstract readonly capabilitiesOf: CapabilitiesOf;
  abstract readonly outcomes: Pick<EvaluatedOutcomes, 'add' | 'isKnown' | 'end'>;
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

const notEvaluated = refuse('routing_evaluation_not_found');

const reply = (body: JsonObject | Refusal): Reply =>
  isRefusal(body) ? body : { kind: 'response', body: Buffer.from(JSON.stringify(body)) };

/** Decisions about payments that are made elsewhere or not at all: by the settings in memory, and by stored algorithms. */
@MessageController()
export class RoutingEvaluations {
  constructor(private readonly parts: RoutingEvaluationParts) {}

  @Query(routingEvaluate)
  async evaluate(query: DataOf<typeof routingEvaluate>, delivery: KeyedDelivery): Promise<Reply> {
    const { merchantId, profileId } = query;
    await this.waitForSettings(merchantId, delivery);
    const { settings, outcomes, capabilitiesOf, orderByScores, healthOf } = this.parts;
    const inForce = settings.routing(merchantId, profileId) ?? null;
    const decision = evaluatePayment(query, {
      accounts: settings.accountsOfProfile(merchantId, profileId),
      accountVersion: settings.versionOf(merchantId),
      inForce,
      isElsewhere: (id) => settings.account(merchantId, id) !== undefined,
      capabilitiesOf,
      ...(orderByScores && { orderByScores }),
      ...(healthOf && { healthOf }),
    });
    // Without Redis the decision is by rules alone, and its outcome cannot be reported.
    if (inForce?.dynamic) await outcomes.add(query, query.facts, inForce.dynamic).catch(() => undefined);
    return reply(decision);
  }

  @Query(routingFeedback)
  async report(command: DataOf<typeof routingFeedback>, delivery: KeyedDelivery): Promise<Reply> {
    const { merchantId, profileId, gateway } = command;
    const { settings } = this.parts;
    if (!(await this.waitForSettings(merchantId, delivery))) return refuse('settings_outdated');
    const account = accountNamed(gateway, settings.accountsOfProfile(merchantId, profileId));
    if (isRefusal(account)) return account;
    const dynamic = settings.routing(merchantId, profileId)?.dynamic;
    if (!dynamic) return notEvaluated;
    const message = await this.messageAbout(command, account, dynamic).catch(() => refuse('routing_scores_away'));
    return typeof message === 'string' ? reply({ message }) : message;
  }

  /** What a report did. */
  private async messageAbout(
    { status, result, ...payment }: DataOf<typeof routingFeedback>,
    { connector, merchantConnectorId }: AccountRef,
    dynamic: DynamicRouting,
  ): Promise<string | Refusal> {
    const { outcomes } = this.parts;
    if (result === null) {
      const isKnown = await outcomes.isKnown(payment);
      return isKnown ? `${status} neither approves nor declines the payment, and does not count` : notEvaluated;
    }
    const said = { account: { connector, merchantConnectorId }, isApproved: result === 'approved' };
    const outcome = await outcomes.end(payment, said, dynamic);
    if (!outcome) return notEvaluated;
    return `The payment counts as ${outcome.isApproved ? 'approved' : 'declined'} by ${gatewayOf(outcome.account)}`;
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
  private waitForSettings(merchantId: MerchantId, { incoming }: KeyedDelivery): Promise<boolean> {
    const { settings, settingsWaitMs } = this.parts;
    return settings.waitForVersion(merchantId, incoming.context.accountVersion ?? 0, settingsWaitMs);
  }
}
