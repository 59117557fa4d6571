import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  OwnRecordsRequest,
  ProcessorRecordsRequest,
  ReconciliationAccountListQuery,
  ReconciliationListQuery,
  ReconciliationRequest,
  ReconciliationSyncRequest,
} from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { type RequestTrace, Trace } from '../../request';
import { ReconciliationAccounts } from '../reconciliation-accounts';
import { ReconciliationRecords } from '../reconciliation-records';
import { ReconciliationRuns } from '../reconciliation-runs';
import { ReconciliationSyncs } from '../reconciliation-syncs';

/** For the operator's reconciliation: both sides, syncs, and what was found. */
@Controller('ops')
@AllowOnly('admin')
export class ReconciliationController {
  constructor(
    @Inject(ReconciliationAccounts) private readonly connectorAccounts: ReconciliationAccounts,
    @Inject(ReconciliationRecords) private readonly records: ReconciliationRecords,
    @Inject(ReconciliationSyncs) private readonly syncs: ReconciliationSyncs,
    @Inject(ReconciliationRuns) private readonly runs: ReconciliationRuns,
  ) {}

  @Get('reconciliation/accounts')
  accounts(@Query() query: ReconciliationAccountListQuery): Promise<object | Refusal> {
    return this.connectorAccounts.list(query);
  }

  @Post('reconciliation/processor_records')
  @HttpCode(200)
  processorRecords(@Body() sent: ProcessorRecordsRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.records.ofProcessor(sent, trace);
  }

  @Post('reconciliation/own_records')
  @HttpCode(200)
  ownRecords(@Body() sent: OwnRecordsRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.records.ofOwner(sent, trace);
  }

  @Post('reconciliation/syncs')
  @HttpCode(200)
  sync(@Body() sent: ReconciliationSyncRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.syncs.sync(sent, trace);
  }

  @Post('reconciliations')
  @HttpCode(200)
  report(@Body() sent: ReconciliationRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.runs.report(sent, trace);
  }

  @Get('reconciliations')
  list(@Query() query: ReconciliationListQuery): Promise<object | Refusal> {
    return this.runs.list(query);
  }
}
