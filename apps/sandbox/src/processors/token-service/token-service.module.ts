import { Module } from '@nestjs/common';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { tokenError } from './decide-token';
import { endpoints, TokenCalls, urlPrefix } from './tokens.calls';

const faultResponses: FaultResponses = {
  failed: tokenError(500, 'failed', 'the sandbox fails on request'),
  tooMany: tokenError(429, 'too_many_requests', 'too many requests'),
  notStored: tokenError(500, 'failed', 'the ledger cannot be written'),
  // No answer names an amount.
  withWrongAmount: (answer) => answer,
};

@Module({
  controllers: [endpointsController(urlPrefix, endpoints, TokenCalls)],
  providers: [TokenCalls, callPipeline(faultResponses)],
})
export class TokenServiceModule {}
