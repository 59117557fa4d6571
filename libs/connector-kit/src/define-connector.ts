import type { JsonObject, Outcome } from '@payorch/contracts';
import type { z } from 'zod';
import type { AmountFormatName } from './amounts';
import type { Account, FlowName, Flows, Found, Operations, PreliminaryAnswer } from './flows';
import type { HttpReply, HttpRequest } from './http';
import type { Capability } from './capabilities';
import type { WebhookReader } from './webhook';

/** What recovery may rely on. A guarantee that the processor does not keep costs money: when in doubt, leave it out. */
export interface Guarantees {
  /**
   * The processor executes a call once for its idempotency key: the same bytes under the same key have no second effect for
   * this long, counted from the first call. Only then is an operation without an answer ever sent again. Every flow that
   * moves money, and every preliminary, must carry a key made of the operation's id.
   */
  readonly idempotencyKeys?: { readonly validForMs: number };
  /**
   * "Not found" means that they know of no such operation, once it had the time to arrive. by_reference: only where the
   * question named their id of the payment, as one after a refund always does, because what they can search for by our ids
   * lags behind.
   */
  readonly lookupIsAuthoritative: boolean | 'by_reference';
  /** How long after the call a search by our ids may still miss it. Left out: its "not found" never counts. */
  readonly searchSettlesAfterMs?: number;
  /** mandatory: an unverified webhook is refused. none: the processor cannot sign, and nothing of a webhook is applied. */
  readonly webhookVerification: 'mandatory' | 'none';
}

/** One processor, as its folder declares it. It reads like a spec sheet. */
export interface ConnectorDefinition<Credentials> {
  readonly name: string;
  readonly amounts: AmountFormatName;
  readonly credentials: z.ZodType<Credentials>;
  readonly baseUrl: string;
  readonly capabilities: readonly Capability[];
  readonly guarantees: Guarantees;
  readonly flows: Flows<Credentials>;
  readonly webhooks: WebhookReader | null;
}

/** A flow of one account: the credentials are inside. */
export interface BoundFlow<Name extends FlowName> {
  /** Calls that this operation needs first, in order. */
  before(operation: Operations[Name]): readonly BoundPreliminary[];
  buildRequest(operation: Operations[Name], found: Found): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply, found: Found): Outcome;
}

/** A preliminary of one operation. */
export interface BoundPreliminary {
  readonly name: string;
  buildRequest(found: Found): HttpRequest;
  parseResponse(reply: HttpReply): PreliminaryAnswer;
}

export interface AccountFacts {
  /** `connector_account_details`, opened. */
  readonly details: unknown;
  readonly metadata: JsonObject | null;
  readonly baseUrl: string;
}

/** A connector with the credentials of one account. A flow that it lacks is undefined. */
export interface BoundConnector {
  flow<Name extends FlowName>(name: Name): BoundFlow<Name> | undefined;
}

/** A connector as everybody but its own folder sees it: what its credentials look like is its own affair. */
export interface Connector {
  readonly name: string;
  readonly amounts: AmountFormatName;
  readonly baseUrl: string;
  readonly offers: readonly Capability[];
  readonly guarantees: Guarantees;
  readonly flows: readonly FlowName[];
  readonly webhooks: WebhookReader | null;
  /** Undefined where the details do not have the shape that the connector accepts. */
  bind(account: AccountFacts): BoundConnector | undefined;
}

function bound<Credentials>(flows: Flows<Credentials>, account: Account<Credentials>): BoundConnector {
  return {
    flow(name) {
      const flow = flows[name];
      return (
        flow && {
          before: (operation) =>
            (flow.before ?? [])
              .filter((preliminary) => preliminary.isNeeded(operation))
              .map((preliminary) => ({
                name: preliminary.name,
                buildRequest: (found) => preliminary.buildRequest(operation, account, found),
                parseResponse: (reply) => preliminary.parseResponse(operation, reply),
              })),
          buildRequest: (operation, found) => flow.buildRequest(operation, account, found),
          parseResponse: (operation, reply, found) => flow.parseResponse(operation, reply, found),
        }
      );
    },
  };
}

/** Makes a connector of its sheet. */
export const defineConnector = <Credentials>(definition: ConnectorDefinition<Credentials>): Connector => ({
  name: definition.name,
  amounts: definition.amounts,
  baseUrl: definition.baseUrl,
  offers: definition.capabilities,
  guarantees: definition.guarantees,
  flows: Object.keys(definition.flows) as FlowName[],
  webhooks: definition.webhooks,
  bind({ details, metadata, baseUrl }) {
    const credentials = definition.credentials.safeParse(details);
    if (!credentials.success) return undefined;
    return bound(definition.flows, { connector: definition.name, baseUrl, credentials: credentials.data, metadata });
  },
});
