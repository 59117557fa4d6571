import type {
  AccountRef,
  ConnectorAccountSettings,
  Json,
  JsonObject,
  Refusal,
  RoutingAlgorithm,
  RoutingFacts,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import { attemptIdOf } from '@payorch/kernel';
import type { Choice, Ordered } from '@payorch/routing-rules';
import { compileAlgorithm, isProblems, readAlgorithm } from '@payorch/routing-rules';
import { NamedAccounts } from './accounts/candidates';

export interface RuleEvaluation {
  /** Null: no algorithm is active, so the fallback of the request counts. */
  readonly algorithm: RoutingAlgorithm | null;
  readonly fallback: readonly AccountRef[] | readonly Choice[];
  readonly facts: RoutingFacts;
  readonly paymentId: string | null;
  /** The accounts of the profile, in order of creation. */
  readonly accounts: readonly ConnectorAccountSettings[];
}

const choiceJson = ({ connector, merchantConnectorId }: Choice): JsonObject => ({
  connector,
  merchant_connector_id: merchantConnectorId,
});

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

/** The selection that decided, as the merchant stored it. */
function outputOf({ type, data }: RoutingAlgorithm, { rule }: Ordered): Json {
  const program = type === 'advanced' ? objectOf(data) : undefined;
  if (!program) return { type, data };
  if (!rule) return program['defaultSelection'] ?? null;
  const rules = program['rules'];
  const fired = Array.isArray(rules) ? objectOf((rules as readonly Json[])[rule.index]) : undefined;
  return fired?.['connectorSelection'] ?? fired?.['routingOutput'] ?? null;
}

/** Each account once, in order. */
const distinct = (choices: readonly Choice[]): readonly Choice[] => [
  ...new Map(choices.map((one) => [JSON.stringify([one.connector, one.merchantConnectorId]), one])).values(),
];

/** Of the accounts that the choices name, those that the profile has and that are enabled. */
function eligibleAmong(
  choices: readonly Choice[],
  accounts: readonly ConnectorAccountSettings[],
): readonly JsonObject[] {
  return new NamedAccounts(accounts, 'payment_processor', () => false)
    .candidatesOf(choices)
    .filter(({ account, filter }) => filter === null && account?.disabled === false)
    .map(({ ref }) => choiceJson(ref));
}

/** `RoutingEvaluateResponse` of the interface; a refusal for an algorithm that names no accounts. */
export function evaluateRule({
  algorithm,
  fallback,
  facts,
  paymentId,
  accounts,
}: RuleEvaluation): JsonObject | Refusal {
  if (!algorithm) {
    const evaluated = fallback.map(choiceJson);
    const output = { type: 'priority', data: evaluated };
    return {
      status: 'fallback',
      output,
      evaluated_output: evaluated,
      eligible_connectors: eligibleAmong(fallback, accounts),
    };
  }
  const read = readAlgorithm(algorithm);
  if (isProblems(read))
    return refuse('precondition_failed', {
      message: `An algorithm of the type ${algorithm.type} selects no connector`,
    });
  const attemptId = paymentId === null ? '' : attemptIdOf(paymentId as PaymentId, 1);
  const ordered = compileAlgorithm(read).order(facts, attemptId);
  const choices = distinct(ordered.choices);
  return {
    status: read.type === 'advanced' && ordered.rule === null ? 'default_selection' : 'success',
    output: outputOf(algorithm, ordered),
    evaluated_output: choices.map(choiceJson),
    eligible_connectors: eligibleAmong(choices, accounts),
  };
}
