import type { JsonObject, Outcome } from '@payorch/contracts';
import type { AuthOf, AuthType } from './auth';
import { acceptedCredentials } from './auth';
import type { ConnectorDefinition, ConnectorDefinitions } from './definition';
import type { Account, FlowName, Flows, Found, FlowOperations, PreliminaryAnswer } from './flows';
import type { HttpReply, HttpRequest } from './http';
import { type BoundDisputeList, boundList, type BoundRecordList, type DisputeList, type RecordList } from './lists';
import type { SettlementFile } from './settlement-file';
import type { WebhookReader } from './webhook';
import { boundEndpoints, type BoundWebhookEndpoints, type WebhookEndpoints } from './webhook-endpoints';

/** What a connector does: pure functions, which only the connector worker loads. */
export interface ConnectorCode<Credentials> {
  readonly flows: Flows<Credentials>;
  /** null: the processor cannot sign its webhooks. */
  readonly webhooks: WebhookReader | null;
  /** Absent: the processor has no list of disputes. */
  readonly disputeList?: DisputeList<Credentials>;
  /** Absent: the processor does not list what it has. */
  readonly recordList?: RecordList<Credentials>;
  /** Absent: the processor has no settlement report, or the connector does not read it. */
  readonly settlement?: SettlementFile;
  /** Absent: the processor's webhook endpoints have no interface. */
  readonly webhookEndpoints?: WebhookEndpoints<Credentials>;
}

/** A flow of one account: the credentials are inside. */
export interface BoundFlow<Name extends FlowName> {
  /** The preliminaries that this operation needs, in order. */
  before(operation: FlowOperations[Name]): readonly BoundPreliminary[];
  buildRequest(operation: FlowOperations[Name], found: Found): HttpRequest;
  parseResponse(operation: FlowOperations[Name], reply: HttpReply, found: Found): Outcome;
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
  /** Absent: the gateway cannot be reached. */
  readonly webhookUrl?: string | undefined;
}

/** A connector with the credentials of one account. An unsupported flow is undefined. */
export interface BoundConnector {
  flow<Name extends FlowName>(name: Name): BoundFlow<Name> | undefined;
  /** Undefined: the processor has no list of disputes. */
  readonly disputeList?: BoundDisputeList | undefined;
  /** Undefined: the processor does not list what it has. */
  readonly recordList?: BoundRecordList | undefined;
  /** Undefined: the processor's webhook endpoints have no interface. */
  readonly webhookEndpoints?: BoundWebhookEndpoints | undefined;
}

/** A connector: its definition and its code, without the type of its credentials, which only its own folder knows. */
export interface Connector extends ConnectorDefinition {
  readonly name: string;
  readonly flows: readonly FlowName[];
  readonly webhooks: WebhookReader | null;
  /** Reads a file without an account; undefined: the connector reads no settlement report. */
  readonly settlement: SettlementFile | undefined;
  /** Undefined if the connector does not accept the shape of the details. */
  bind(account: AccountFacts): BoundConnector | undefined;
}

function bound<Credentials>(
  { flows, disputeList, recordList, webhookEndpoints }: ConnectorCode<Credentials>,
  own: Account<Credentials>,
): BoundConnector {
  // Here, so that no flow and no preliminary of a direct charge can leave the connected account out.
  const accountOf = ({ connectedAccount }: FlowOperations[FlowName]): Account<Credentials> =>
    connectedAccount === undefined ? own : { ...own, connectedAccount };
  return {
    disputeList: disputeList && boundList(disputeList, own),
    recordList: recordList && boundList(recordList, own),
    webhookEndpoints: webhookEndpoints && boundEndpoints(webhookEndpoints, own),
    flow(name) {
      const flow = flows[name];
      return (
        flow && {
          before: (operation) =>
            (flow.before ?? [])
              .filter((preliminary) => preliminary.isNeeded(operation))
              .map((preliminary) => ({
                name: preliminary.name,
                buildRequest: (found) => preliminary.buildRequest(operation, accountOf(operation), found),
                parseResponse: (reply) => preliminary.parseResponse(operation, reply),
              })),
          buildRequest: (operation, found) => flow.buildRequest(operation, accountOf(operation), found),
          parseResponse: (operation, reply, found) => flow.parseResponse(operation, reply, found),
        }
      );
    },
  };
}

function connectorOf<Auth extends AuthType>(
  name: string,
  definition: ConnectorDefinition<Auth>,
  code: ConnectorCode<AuthOf<Auth>>,
): Connector {
  const accepted = acceptedCredentials(definition.credentials);
  const { flows, webhooks, settlement } = code;
  return {
    ...definition,
    name,
    flows: Object.keys(flows) as FlowName[],
    webhooks,
    settlement,
    bind({ details, metadata, baseUrl, webhookUrl = null }) {
      const credentials = accepted.safeParse(details);
      if (!credentials.success) return undefined;
      return bound(code, { connector: name, baseUrl, credentials: credentials.data, metadata, webhookUrl });
    },
  };
}

/** Makes the connectors of one folder, by their names, from its definitions and its code. */
export function defineConnectors<Name extends string, Auth extends AuthType>(
  definitions: ConnectorDefinitions<Name, Auth>,
  code: ConnectorCode<AuthOf<Auth>>,
): Readonly<Record<Name, Connector>> {
  const names = Object.keys(definitions) as Name[];
  const connectors = names.map((name) => [name, connectorOf(name, definitions[name], code)] as const);
  return Object.fromEntries(connectors) as Record<Name, Connector>;
}
