import { Module } from '@nestjs/common';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { Authentications } from './authentications';
import { IssuerController } from './issuer.controller';
import { ServerController } from './server.controller';

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
  controllers: [ServerController, IssuerController],
  providers: [Authentications, callPipeline(faultResponses)],
})
export class ThreedsecureioModule {}
