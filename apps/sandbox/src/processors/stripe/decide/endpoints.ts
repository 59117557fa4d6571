import type { Endpoint } from '../objects/records';
import type { MetadataChange } from '../params/parts';
import type { DecisionContext } from './decision';
import { changedMetadata, secondsOf } from './decision';

export interface EndpointParams {
  readonly url: string;
  readonly enabledEvents: readonly string[];
  readonly secret?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly description?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
  readonly connect?: boolean | undefined;
}

/** Creates an enabled webhook endpoint. */
export const newEndpoint = (
  params: EndpointParams,
  { account, moment }: Pick<DecisionContext, 'account' | 'moment'>,
): Endpoint => ({
  object: 'webhook_endpoint',
  id: moment.newId('we'),
  account,
  created: secondsOf(moment.nowMs),
  url: params.url,
  enabledEvents: params.enabledEvents,
  secret: params.secret ?? moment.newId('whsec'),
  apiVersion: params.apiVersion ?? null,
  description: params.description ?? null,
  metadata: changedMetadata({}, params.metadata),
  status: 'enabled',
  connect: params.connect ?? false,
  deleted: false,
});
