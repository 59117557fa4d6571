import type { Endpoint } from '../objects/records';
import type { MetadataChange } from '../params/parts';
import type { Bench } from './decision';
import { changedMetadata, secondsOf } from './decision';

export interface EndpointWish {
  readonly url: string;
  readonly enabledEvents: readonly string[];
  readonly secret?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly description?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
  readonly connect?: boolean | undefined;
}

/** Somebody who is told of events from now on. */
export const newEndpoint = (wish: EndpointWish, { account, moment }: Pick<Bench, 'account' | 'moment'>): Endpoint => ({
  object: 'webhook_endpoint',
  id: moment.newId('we'),
  account,
  created: secondsOf(moment.nowMs),
  url: wish.url,
  enabledEvents: wish.enabledEvents,
  secret: wish.secret ?? moment.newId('whsec'),
  apiVersion: wish.apiVersion ?? null,
  description: wish.description ?? null,
  metadata: changedMetadata({}, wish.metadata),
  status: 'enabled',
  connect: wish.connect ?? false,
  deleted: false,
});
