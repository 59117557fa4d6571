import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req } from '@nestjs/common';
import { DeleteEvidenceRequest, SubmitEvidenceRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { DisputeEvidence } from '../dispute-evidence';

/** A merchant's evidence in a dispute. */
@Controller('disputes/evidence')
@AllowOnly('secret_key')
export class DisputeEvidenceController {
  constructor(@Inject(DisputeEvidence) private readonly evidence: DisputeEvidence) {}

  @Post()
  @HttpCode(200)
  submit(@Body() sent: SubmitEvidenceRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.evidence.submit(sent, sender);
  }

  /** Reads the form after authentication. */
  @Put()
  attach(@Req() request: FastifyRequest, @FromMerchant() sender: Sender): Promise<object> {
    return this.evidence.attach(request, sender);
  }

  @Delete()
  detach(@Body() sent: DeleteEvidenceRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.evidence.detach(sent, sender);
  }

  @Get(':dispute_id')
  list(@Param('dispute_id') disputeId: string, @FromMerchant() sender: Sender): Promise<object> {
    return this.evidence.list(disputeId, sender);
  }
}
