import type { ProcessorError } from '@payorch/contracts';
import type { Account } from './flows';
import type { HttpReply, HttpRequest } from './http';

/** An endpoint that the processor has just made, with the secret that only this answer contains. */
export interface CreatedEndpoint {
  readonly id: string;
  readonly secret: string;
}

/** refused: the processor's refusal. unanswered: the answer is a fault of the processor, or unreadable. */
export type EndpointReading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: ProcessorError }
  | { readonly kind: 'unanswered' };

/**
 * The processor's interface for webhook endpoints, as pure mappings. Every call is about the endpoint at the `webhookUrl` of the
 * account, and no call moves money. No `read…` throws.
 */
export interface WebhookEndpoints<Credentials> {
  list(account: Account<Credentials>): HttpRequest;
  /** The ids of the endpoints at the account's URL that `create` made: those of the merchant's own making are left alone. */
  readList(reply: HttpReply, account: Account<Credentials>): EndpointReading<readonly string[]>;
  /** For all events that the connector reads. */
  create(account: Account<Credentials>): HttpRequest;
  readCreated(reply: HttpReply): EndpointReading<CreatedEndpoint>;
  /** Enables an endpoint for all events that the connector reads. */
  update(id: string, account: Account<Credentials>): HttpRequest;
  remove(id: string, account: Account<Credentials>): HttpRequest;
  /** The answer to `update` and `remove`. */
  readDone(reply: HttpReply): EndpointReading<null>;
}

/** The endpoints of one account: the credentials are inside. */
export interface BoundWebhookEndpoints {
  list(): HttpRequest;
  readList(reply: HttpReply): EndpointReading<readonly string[]>;
  create(): HttpRequest;
  readCreated(reply: HttpReply): EndpointReading<CreatedEndpoint>;
  update(id: string): HttpRequest;
  remove(id: string): HttpRequest;
  readDone(reply: HttpReply): EndpointReading<null>;
}

export const boundEndpoints = <Credentials>(
  endpoints: WebhookEndpoints<Credentials>,
  own: Account<Credentials>,
): BoundWebhookEndpoints => ({
  list: () => endpoints.list(own),
  readList: (reply) => endpoints.readList(reply, own),
  create: () => endpoints.create(own),
  readCreated: (reply) => endpoints.readCreated(reply),
  update: (id) => endpoints.update(id, own),
  remove: (id) => endpoints.remove(id, own),
  readDone: (reply) => endpoints.readDone(reply),
});
