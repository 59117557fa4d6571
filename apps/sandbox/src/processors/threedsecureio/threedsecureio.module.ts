import { Module } from '@nestjs/common';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { Authentications } from './authentications';
import { IssuerController } from './issuer.controller';
import { endpoints, ServerCalls } from './server.calls';

const failure = (status: number, errorDetail: string) => ({
  status,
  body: { messageType: 'Erro', errorCode: '404', errorDescription: 'Permanent system failure', errorDetail },
});

const faultResponses: FaultResponses = {
  failed: failure(500, 'the sandbox fails on request'),
  tooMany: failure(429, 'too many requests'),
  notStored: failure(500, 'the ledger cannot be written'),
  // No answer names an amount.
  withWrongAmount: (answer) => answer,
};

@Module({
  controllers: [endpointsController('', endpoints, ServerCalls), IssuerController],
  providers: [Authentications, ServerCalls, callPipeline(faultResponses)],
})
export class ThreedsecureioModule {}
