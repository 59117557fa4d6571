import type { z } from 'zod';
import type { DecisionContext as AnyContext } from '../../../kit/objects/decision';
import { newObject, pick } from '../../../kit/objects/decision';
import type { Endpoint } from '../objects/records';
import type { createEndpoint } from '../params/other-params';
import { changedMetadata } from './decision';

export type EndpointParams = z.output<typeof createEndpoint> & { readonly secret?: string | undefined };

/** Creates an enabled webhook endpoint. */
export const newEndpoint = (
  { metadata, secret, ...input }: EndpointParams,
  context: Pick<AnyContext, 'account' | 'moment'>,
): Endpoint => ({
  ...newObject('webhook_endpoint', 'we', context),
  api_version: null,
  description: null,
  connect: false,
  ...pick(input, 'url', 'enabled_events', 'api_version', 'description', 'connect'),
  secret: secret ?? context.moment.newId('whsec'),
  metadata: changedMetadata({}, metadata),
  status: 'enabled',
  deleted: false,
});
