import type { JsonObject, Outcome } from '@payorch/contracts';
import type { z } from 'zod';
import type { AmountFormatName } from './amounts';
import type { Account, FlowName, Flows, Found, Operations, PreliminaryAnswer } from './flows';
import type { HttpReply, HttpRequest } from './http';
import type { Capability } from './capabilities';
import type { WebhookReader } from './webhook';

/** What recovery may rely on. A guarantee that the processor breaks costs money: leave uncertain guarantees out. */
export interface Guarantees {
  /**
   * The processor executes a call once for its idempotency key: the same bytes under the same key have no second effect for
   * this long, counted from the first call. Only then is an operation without an answer ever sent again. Every flow that
   * moves money, and every preliminary, must carry a key made of the operation's id.
   */
  readonly idempotencyKeys?: { readonly validForMs: number };
  /**
   * "Not found" means that the processor has no such operation, once the call had time to arrive. by_reference: only if the
   * sync names the processor's id of the payment, as a refund sync always does, because the processor's search by our ids
   * lags behind.
   */
  readonly lookupIsAuthoritative: boolean | 'by_reference';
  /** How long after the call a search by our ids may still miss the operation. Absent: "not found" of a search never counts. */
  readonly searchSettlesAfterMs?: number;
  /** mandatory: an unverified webhook is refused. none: the processor cannot sign, and nothing of a webhook is applied. */
  readonly webhookVerification: 'mandatory' | 'none';
}

/** The definition of a connector. */
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
  /** The preliminaries that this operation needs, in order. */
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
  /** `connector_account_details`, decrypted. */
  readonly details: unknown;
  readonly metadata: JsonObject | null;
  readonly baseUrl: string;
}

/** A connector with the credentials of one account. An unsupported flow is undefined. */
export interface BoundConnector {
  flow<Name extends FlowName>(name: Name): BoundFlow<Name> | undefined;
}

/** A connector without the type of its credentials, which only its own folder knows. */
export interface Connector {
  readonly name: string;
  readonly amounts: AmountFormatName;
  readonly baseUrl: string;
  readonly capabilities: readonly Capability[];
  readonly guarantees: Guarantees;
  readonly flows: readonly FlowName[];
  readonly webhooks: WebhookReader | null;
  /** Undefined if the connector does not accept the shape of the details. */
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

/** Makes a connector from its definition. */
export const defineConnector = <Credentials>(definition: ConnectorDefinition<Credentials>): Connector => ({
  name: definition.name,
  amounts: definition.amounts,
  baseUrl: definition.baseUrl,
  capabilities: definition.capabilities,
  guarantees: definition.guarantees,
  flows: Object.keys(definition.flows) as FlowName[],
  webhooks: definition.webhooks,
  bind({ details, metadata, baseUrl }) {
    const credentials = definition.credentials.safeParse(details);
    if (!credentials.success) return undefined;
    return bound(definition.flows, { connector: definition.name, baseUrl, credentials: credentials.data, metadata });
  },
});
