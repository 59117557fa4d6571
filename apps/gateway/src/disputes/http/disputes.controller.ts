import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { DisputeRetrieveQuery, DisputesFetchQuery } from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import type { OwnerReply } from '../../owners';
import { DisputeFetches } from '../dispute-fetches';
import { Disputes } from '../disputes';

@Controller('disputes')
@AllowOnly('secret_key')
export class DisputesController {
  constructor(
    @Inject(Disputes) private readonly disputes: Disputes,
    @Inject(DisputeFetches) private readonly fetches: DisputeFetches,
  ) {}

  @Get(':dispute_id')
  retrieve(
    @Param('dispute_id') disputeId: string,
    @Query() { force_sync }: DisputeRetrieveQuery,
    @FromMerchant() sender: Sender,
  ): OwnerReply {
    return this.disputes.retrieve(disputeId, force_sync ?? false, sender);
  }

  @Post('accept/:dispute_id')
  @HttpCode(200)
  accept(@Param('dispute_id') disputeId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.disputes.accept(disputeId, sender);
  }

  @Get(':connector_id/fetch')
  fetch(
    @Param('connector_id') merchantConnectorId: string,
    @Query() query: DisputesFetchQuery,
    @FromMerchant() sender: Sender,
  ): Promise<object> {
    return this.fetches.fetch(merchantConnectorId, query, sender);
  }
}
