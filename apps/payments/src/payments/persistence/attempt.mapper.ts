import type { RoutingFacts } from '@payorch/contracts';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { SealedColumn } from '@payorch/platform/sealing';
import type { Attempt, Facts } from '../domain/attempt';
import { accountOf, referenceOf } from '../domain/attempt';
import type { AttemptState } from '../domain/attempt.machine';
import type { Payment } from '../domain/payment';
import { claimFromJson, claimToJson, type StoredClaim } from './claim.mapper';
import type { AttemptRow } from './payment.rows';
import {
  factsFromJson,
  factsToJson,
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

export function attemptToRow({ merchantId, paymentId }: Payment, attempt: Attempt): WrittenRow<AttemptRow> {
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
      {
        facts: factsToJson(attempt.facts),
        method: attempt.method,
        fallbacks: attempt.fallbacks,
        syncCount: attempt.syncCount,
        canIncrement: attempt.canIncrement,
        beginCheck: attempt.beginCheck,
        retryCount: attempt.retryCount,
        overcapture: attempt.overcapture && overcaptureToJson(attempt.overcapture),
        authenticationType: attempt.authenticationType,
        authorizationTerms: attempt.authorizationTerms,
        stored: attempt.stored,
        // Most attempts have none of these: absent keys take no space.
        ...(attempt.checks && { checks: attempt.checks }),
        ...(attempt.whole !== null && { whole: attempt.whole }),
        ...(attempt.byNumber && { byNumber: true }),
        ...(attempt.client && { client: attempt.client }),
        ...(attempt.split && { split: splitToJson(attempt.split) }),
        ...(attempt.charge !== undefined && { charge: attempt.charge }),
        ...(attempt.authentication && { authentication: attempt.authentication }),
        ...(attempt.claim && { claim: claimToJson(attempt.claim) }),
        ...(attempt.routingVersion !== undefined && { routingVersion: attempt.routingVersion }),
        ...(attempt.routingFacts && { routingFacts: attempt.routingFacts }),
        ...(attempt.decision && { decision: attempt.decision }),
        ...(attempt.fallbackOf && { fallbackOf: attempt.fallbackOf }),
      },
      { merchantId, objectId: attempt.id },
    ),
  };
}

/** Rows older than methods other than cards lack `sealedData`. A sealed path that a body lacks is null when it is read. */
const methodFromJson = ({ authentication, ...method }: NonNullable<Attempt['method']>): Attempt['method'] => ({
  ...method,
  sealedData: method.sealedData ?? null,
  ...(authentication && { authentication }),
});

/** A sealed path that a body lacks is null when it is read. */
const withoutNoMetadata = ({ values, metadata }: RoutingFacts): RoutingFacts => ({
  values,
  ...(metadata && { metadata }),
});

export function attemptFromRow(row: StoredRow<AttemptRow>): Attempt {
  const place = { merchantId: row.merchant_id, objectId: row.attempt_id };
  const body = attemptBody.read(row.body, place) as Pick<Attempt, 'method' | 'fallbacks' | 'syncCount'> &
    Partial<
      Pick<
        Attempt,
        | 'canIncrement'
        | 'stored'
        | 'beginCheck'
        | 'retryCount'
        | 'byNumber'
        | 'authenticationType'
        | 'checks'
        | 'whole'
        | 'client'
        | 'charge'
        | 'authentication'
        | 'routingVersion'
        | 'routingFacts'
        | 'decision'
        | 'fallbackOf'
      >
    > & {
      facts: object;
      overcapture?: StoredOvercapture;
      authorizationTerms?: StoredTerms | null;
      split?: StoredSplit;
      claim?: StoredClaim | null;
    };
  return {
    id: row.attempt_id as Attempt['id'],
    number: Number(row.number),
    state: row.state as AttemptState,
    facts: factsFromJson(body.facts) as Facts[AttemptState],
    method: body.method && methodFromJson(body.method),
    fallbacks: body.fallbacks,
    syncCount: body.syncCount,
    canIncrement: body.canIncrement ?? false,
    ...(body.beginCheck && { beginCheck: body.beginCheck }),
    ...(body.overcapture && { overcapture: overcaptureFromJson(body.overcapture) }),
    ...(body.retryCount !== undefined && { retryCount: body.retryCount }),
    ...(body.byNumber && { byNumber: true }),
    ...(body.authenticationType !== undefined && { authenticationType: body.authenticationType }),
    authorizationTerms: termsFromJson(body.authorizationTerms ?? null),
    stored: body.stored ?? null,
    checks: body.checks ?? null,
    whole: body.whole ?? null,
    client: body.client ?? null,
    split: body.split ? splitFromJson(body.split) : null,
    ...(body.charge !== undefined && { charge: body.charge }),
    ...(body.authentication && { authentication: body.authentication }),
    ...(body.claim && { claim: claimFromJson(body.claim) }),
    ...(body.routingVersion !== undefined && { routingVersion: body.routingVersion }),
    ...(body.routingFacts && { routingFacts: withoutNoMetadata(body.routingFacts) }),
    ...(body.decision && { decision: { ...body.decision, facts: withoutNoMetadata(body.decision.facts) } }),
    ...(body.fallbackOf && { fallbackOf: body.fallbackOf }),
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
  } as Attempt;
}
