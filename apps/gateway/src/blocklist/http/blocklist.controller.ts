import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import { BlocklistRequest, ListBlocklistJobsQuery, ListBlocklistQuery, ToggleBlocklistQuery } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import type { OwnerReply } from '../../owners';
import { fileOf } from '../../uploads';
import { Blocklist } from '../blocklist';
import { BlocklistGuard } from '../blocklist-guard';
import { BlocklistUploads } from '../blocklist-uploads';
import { jobView, uploadView } from '../domain/blocklist-job';

const guardView = (isOn: boolean): object => ({ blocklist_guard_status: isOn ? 'enabled' : 'disabled' });

/** A merchant's blocklist: its entries, its guard, and its uploads. */
@Controller('blocklist')
@AllowOnly('secret_key')
export class BlocklistController {
  constructor(
    @Inject(Blocklist) private readonly blocklist: Blocklist,
    @Inject(BlocklistGuard) private readonly guard: BlocklistGuard,
    @Inject(BlocklistUploads) private readonly uploads: BlocklistUploads,
  ) {}

  @Post()
  @HttpCode(200)
  add(@Body() sent: BlocklistRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.blocklist.add(sent, sender);
  }

  @Delete()
  remove(@Body() sent: BlocklistRequest, @FromMerchant() sender: Sender): OwnerReply {
    return this.blocklist.remove(sent, sender);
  }

  @Get()
  list(@Query() query: ListBlocklistQuery, @FromMerchant() sender: Sender): OwnerReply {
    return this.blocklist.list(query.data_kind, query, sender);
  }

  @Post('toggle')
  @HttpCode(200)
  toggle(@Query() { status }: ToggleBlocklistQuery, @FromMerchant() { merchant, trace }: Sender): Promise<object> {
    return changeAndView(trace, guardView, (change) => this.guard.toggle(merchant.merchantId, status, change));
  }

  /** Streams the file after authentication. */
  @Post('batch')
  @HttpCode(202)
  async upload(@Req() request: FastifyRequest, @FromMerchant() { merchant, trace }: Sender): Promise<object> {
    const file = await fileOf(request);
    if (!file) return refuse('file_missing');
    return viewOf(await this.uploads.upload(merchant.merchantId, file.file, trace), uploadView);
  }

  @Get('batch')
  async listJobs(
    @Query() query: ListBlocklistJobsQuery,
    @FromMerchant() { merchant: { merchantId } }: Sender,
  ): Promise<object> {
    const { jobs, total } = await this.uploads.list(merchantId, query);
    return { count: jobs.length, total_count: total, data: jobs.map(jobView) };
  }

  @Get('batch/:job_id')
  async retrieveJob(
    @Param('job_id') jobId: string,
    @FromMerchant() { merchant: { merchantId } }: Sender,
  ): Promise<object> {
    return viewOf(await this.uploads.find(merchantId, jobId), jobView);
  }
}
