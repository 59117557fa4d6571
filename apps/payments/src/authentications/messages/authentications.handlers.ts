import type { DataOf } from '@payorch/contracts';
import {
  authenticationAuthenticate,
  authenticationCheck,
  authenticationCreate,
  authenticationPrepare,
  authenticationReturn,
  authenticationSyncRequest,
  connectorAuthenticationOutcome,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { applyAuthenticationOutcome } from '../domain/decide/apply-outcome';
import { authenticate } from '../domain/decide/authenticate';
import { createAuthentication } from '../domain/decide/create-authentication';
import { prepareAuthentication } from '../domain/decide/prepare-authentication';
import {
  authenticationDue,
  checkAuthentication,
  customerReturned,
  syncAuthentication,
} from '../domain/decide/sync-authentication';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import { AuthenticationDecisions, type AuthenticationStepContext } from './authentication-decisions';
import { authenticationDueJob } from './jobs';

const { Handles } = stepDecorators<StandaloneAuthentication, unknown>();
type Result = Step<StandaloneAuthentication>;

/** Every command, outcome and due job about an authentication without a payment. */
@MessageController()
export class AuthenticationsHandlers {
  constructor(private readonly decisions: AuthenticationDecisions) {}

  @Handles(authenticationCreate)
  create(command: DataOf<typeof authenticationCreate>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(createAuthentication, command, context, 'created');
  }

  @Handles(authenticationPrepare)
  prepare(command: DataOf<typeof authenticationPrepare>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(prepareAuthentication, command, context, 'eligibility');
  }

  @Handles(authenticationAuthenticate)
  authenticate(command: DataOf<typeof authenticationAuthenticate>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(authenticate, command, context, 'authentication');
  }

  @Handles(authenticationSyncRequest)
  sync(command: DataOf<typeof authenticationSyncRequest>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(syncAuthentication, command, context, 'sync');
  }

  @Handles(authenticationReturn)
  customerReturned(command: DataOf<typeof authenticationReturn>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(customerReturned, command, context, 'returned');
  }

  @Handles(authenticationCheck)
  check(command: DataOf<typeof authenticationCheck>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(checkAuthentication, command, context, command.answer);
  }

  @Handles(connectorAuthenticationOutcome)
  outcome(event: DataOf<typeof connectorAuthenticationOutcome>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(applyAuthenticationOutcome, event, context, 'sync');
  }

  @Handles(authenticationDueJob)
  due(job: DataOf<typeof authenticationDueJob>, context: AuthenticationStepContext): Result {
    return this.decisions.stepOf(authenticationDue, job, context, 'sync');
  }
}
