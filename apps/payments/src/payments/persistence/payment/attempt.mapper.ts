import {
  decisionFromStored,
  decisionToStored,
  type RouteDecision,
  type RoutingFacts,
  type StoredDecision,
} from '@payorch/contracts';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import type { Attempt, Facts } from '../../domain/attempts/attempt';
import { accountOf, referenceOf } from '../../domain/attempts/attempt';
import type { AttemptState } from '../../domain/attempts/attempt.machine';
import type { Payment } from '../../domain/payment';
import { claimFromJson, claimToJson, type StoredClaim } from './claim.mapper';
import type { Method } from '../../../payment-methods/domain/method';
import type { AttemptRow } from './payment.rows';
import {
  factsFromJson,
  factsToJson,
  listToJson,
  overcaptureFromJson,
  overcaptureToJson,
  splitFromJson,
  splitToJson,
  type StoredOvercapture,
  type StoredSplit,
  type StoredTerms,
  termsFromJson,
} from './stored-values';

/** The personal fields of an attempt's body. */
export const attemptBody = new SealedColumn('attempts.body', [
  ...['facts', 'method.card.holderName', 'method.paymentMethodData', 'whole', 'checks', 'authentication'],
  ...['method.authentication', 'claim', 'routingFacts.metadata', 'decision.facts.metadata'],
]);

export function attemptToRow(
  seals: RowSeals,
  { merchantId, paymentId }: Payment,
  attempt: Attempt,
): WrittenRow<AttemptRow> {
  const account = accountOf(attempt);
  const charged = 'charged' in attempt.facts ? attempt.facts.charged.amount : 0n;
  const authorized = 'authorized' in attempt.facts ? attempt.facts.authorized.amount : charged;
  return {
    merchant_id: merchantId,
    attempt_id: attempt.id,
    payment_id: paymentId,
    number: attempt.number,
    state: attempt.state,
    authorized_amount: Number(authorized),
    captured_amount: Number(charged),
    connector: account?.connector ?? null,
    merchant_connector_id: account?.merchantConnectorId ?? null,
    connector_transaction_id: referenceOf(attempt),
    created_at: attempt.createdAt,
    modified_at: attempt.modifiedAt,
    body: attemptBody.write(
      seals,
      // What most attempts lack is undefined, and takes no space. Of an authentication type, null is a value.
      {
        facts: factsToJson(attempt.facts),
        method: attempt.method ? methodToJson(attempt.method) : undefined,
        fallbacks: listToJson(attempt.fallbacks),
        syncCount: attempt.syncCount || undefined,
        canIncrement: attempt.canIncrement || undefined,
        beginCheck: attempt.beginCheck,
        retryCount: attempt.retryCount,
        overcapture: attempt.overcapture && overcaptureToJson(attempt.overcapture),
        authenticationType: attempt.authenticationType,
        authorizationTerms: attempt.authorizationTerms ?? undefined,
        stored: attempt.stored ?? undefined,
        checks: attempt.checks ?? undefined,
        whole: attempt.rawResponse ?? undefined,
        byNumber: attempt.byNumber,
        client: attempt.client ?? undefined,
        split: attempt.split ? splitToJson(attempt.split) : undefined,
        charge: attempt.charge,
        authentication: attempt.authentication,
        claim: attempt.claim && claimToJson(attempt.claim),
        routingVersion: attempt.routingVersion,
        routingFacts: attempt.routingFacts,
        decision: attempt.decision && decisionToStored(attempt.decision),
        fallbackOf: attempt.fallbackOf,
      },
      { merchantId, objectId: attempt.id },
    ),
  };
}

type StoredMethod = Omit<Method, 'paymentMethodType' | 'card' | 'sealedData' | 'paymentMethodData'> &
  Partial<Pick<Method, 'paymentMethodType' | 'card' | 'sealedData' | 'paymentMethodData'>>;

const methodToJson = (method: Method): object => ({
  ...method,
  paymentMethodType: method.paymentMethodType ?? undefined,
  card: method.card ?? undefined,
  sealedData: method.sealedData ?? undefined,
  paymentMethodData: method.paymentMethodData ?? undefined,
});

/** A sealed path that a body lacks is null when it is read. */
const methodFromJson = ({ authentication, ...method }: StoredMethod): Method => ({
  ...method,
  paymentMethodType: method.paymentMethodType ?? null,
  card: method.card ?? null,
  sealedData: method.sealedData ?? null,
  paymentMethodData: method.paymentMethodData ?? null,
  ...(authentication && { authentication }),
});

/** A sealed path that a body lacks is null when it is read. */
const withoutNoMetadata = ({ values, metadata }: RoutingFacts): RoutingFacts => ({
  values,
  ...(metadata && { metadata }),
});

function decisionFromJson(stored: StoredDecision): RouteDecision {
  const decision = decisionFromStored(stored);
  return { ...decision, facts: withoutNoMetadata(decision.facts) };
}

/** A body lacks what the attempt lacks; older rows have nulls and empty lists instead. */
type StoredBody = Partial<
  Pick<
    Attempt,
    | 'fallbacks'
    | 'syncCount'
    | 'canIncrement'
    | 'stored'
    | 'beginCheck'
    | 'retryCount'
    | 'byNumber'
    | 'authenticationType'
    | 'checks'
    | 'client'
    | 'charge'
    | 'authentication'
    | 'routingVersion'
    | 'routingFacts'
    | 'fallbackOf'
  >
> & {
  readonly facts: object;
  readonly method?: StoredMethod | null;
  /** The processor's raw response; rows and messages call it `whole`. */
  readonly whole?: string | null;
  readonly overcapture?: StoredOvercapture;
  readonly authorizationTerms?: StoredTerms | null;
  readonly split?: StoredSplit;
  readonly claim?: StoredClaim | null;
  readonly decision?: StoredDecision;
};

export function attemptFromRow(seals: RowSeals, row: StoredRow<AttemptRow>): Attempt {
  const place = { merchantId: row.merchant_id, objectId: row.attempt_id };
  const body = attemptBody.read(seals, row.body, place) as StoredBody;
  return {
    id: row.attempt_id as Attempt['id'],
    number: Number(row.number),
    state: row.state as AttemptState,
    facts: factsFromJson(body.facts) as Facts[AttemptState],
    method: body.method ? methodFromJson(body.method) : null,
    fallbacks: body.fallbacks ?? [],
    syncCount: body.syncCount ?? 0,
    canIncrement: body.canIncrement ?? false,
    ...(body.beginCheck && { beginCheck: body.beginCheck }),
    ...(body.overcapture && { overcapture: overcaptureFromJson(body.overcapture) }),
    ...(body.retryCount !== undefined && { retryCount: body.retryCount }),
    ...(body.byNumber && { byNumber: true }),
    ...(body.authenticationType !== undefined && { authenticationType: body.authenticationType }),
    authorizationTerms: termsFromJson(body.authorizationTerms ?? null),
    stored: body.stored ?? null,
    checks: body.checks ?? null,
    rawResponse: body.whole ?? null,
    client: body.client ?? null,
    split: body.split ? splitFromJson(body.split) : null,
    ...(body.charge !== undefined && { charge: body.charge }),
    ...(body.authentication && { authentication: body.authentication }),
    ...(body.claim && { claim: claimFromJson(body.claim) }),
    ...(body.routingVersion !== undefined && { routingVersion: body.routingVersion }),
    ...(body.routingFacts && { routingFacts: withoutNoMetadata(body.routingFacts) }),
    ...(body.decision && { decision: decisionFromJson(body.decision) }),
    ...(body.fallbackOf && { fallbackOf: body.fallbackOf }),
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
  } as Attempt;
}
