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
import { Decides, decisionsAbout } from '@payorch/platform/shell';
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
import type { DecideContext, Decision } from '../domain/decision';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import { AuthenticationDecisions } from './authentication-decisions';
import { authenticationDueJob } from '../persistence/jobs';

const on = decisionsAbout<StandaloneAuthentication, DecideContext, Decision>();

/** Every command, outcome and due job about an authentication without a payment, with its decision. */
@MessageController()
@Decides(
  on(authenticationCreate, createAuthentication),
  on(authenticationPrepare, prepareAuthentication),
  on(authenticationAuthenticate, authenticate),
  on(authenticationSyncRequest, syncAuthentication),
  on(authenticationReturn, customerReturned),
  on(authenticationCheck, checkAuthentication),
  on(connectorAuthenticationOutcome, applyAuthenticationOutcome),
  on(authenticationDueJob, authenticationDue),
)
export class AuthenticationsHandlers {
  constructor(readonly decisions: AuthenticationDecisions) {}
}
