import type { Flow } from '@payorch/connector-kit';
import { postForm, urlOf } from '@payorch/connector-kit';
import { readCall } from '../responses/answers';
import { confirmationOf } from '../requests/confirmation';
import type { Credentials } from '../credentials';
import { headersOnce } from '../requests/headers';
import { metadataOf } from '../requests/metadata';
import { preliminaries } from './preliminaries';
import { setUpBy } from '../responses/setup-status';
import { setupIntent } from '../responses/wire';

/** Saves a payment method without a charge. */
export const setup: Flow<'setup', Credentials> = {
  before: preliminaries,
  buildRequest(operation, account, found) {
    const { id, attemptId, mandate, description } = operation;
    return postForm(
      urlOf(account.baseUrl, 'v1', 'setup_intents'),
      {
        ...confirmationOf(
          { ...operation, incremental: false, extended: false, multiple: false, overcapture: false },
          found,
        ),
        usage: mandate.kind === 'store' ? mandate.usage : 'off_session',
        description,
        metadata: metadataOf(operation.metadata, { order_id: attemptId, operation_id: id }),
        expand: ['latest_attempt'],
      },
      headersOnce(account, id),
    );
  },
  parseResponse: (operation, reply) => readCall(reply, setupIntent, (made) => setUpBy(made, operation)),
};
