import { Injectable } from '@nestjs/common';
import { authenticationKey } from '@payorch/contracts';
import { oneOf } from '@payorch/platform/postgres';
import { ResourceStore, scheduleMissing } from '@payorch/platform/resources';
import { MerchantSeals } from '@payorch/platform/sealing';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import { openAuthenticationStates } from '../domain/standalone.machine';
import { authenticationFromRow, authenticationToRow } from './authentication.mapper';
import { AuthenticationRow } from './authentication.rows';
import { authenticationDueJob } from './jobs';

/** Authentications without a payment as aggregates of their own. */
@Injectable()
export class AuthenticationStore extends ResourceStore<StandaloneAuthentication, AuthenticationRow> {
  constructor(seals: MerchantSeals) {
    super(AuthenticationRow, {
      keyOf: authenticationKey,
      toRow: (authentication) => authenticationToRow(seals, authentication),
      fromRow: (row) => authenticationFromRow(seals, row),
    });
  }
}

export const scheduleMissingAuthenticationJobs = scheduleMissing(AuthenticationRow, {
  job: authenticationDueJob,
  open: oneOf('state', openAuthenticationStates),
});
