import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { IncidentListQuery, PaymentTraceQuery, ResolveIncidentRequest, StuckListQuery } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { type RequestTrace, Trace } from '../../request';
import { Ops } from '../ops';

/** For the operator: what waits for an outcome, incidents, and the way of one payment. */
@Controller('ops')
@AllowOnly('admin')
export class OpsController {
  constructor(@Inject(Ops) private readonly ops: Ops) {}

  @Get('stuck')
  stuck(@Query() query: StuckListQuery, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.ops.stuck(query, trace);
  }

  @Get('incidents')
  incidents(@Query() query: IncidentListQuery, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.ops.incidents(query, trace);
  }

  @Post('incidents/:incident_id/resolve')
  @HttpCode(200)
  resolve(
    @Param('incident_id') incidentId: string,
    @Body() sent: ResolveIncidentRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object | Refusal> {
    return this.ops.resolve(incidentId, sent, trace);
  }

  @Get('payments/:payment_id')
  trace(
    @Param('payment_id') paymentId: string,
    @Query() query: PaymentTraceQuery,
    @Trace() trace: RequestTrace,
  ): Promise<object | Refusal> {
    return this.ops.trace(paymentId, query, trace);
  }
}
