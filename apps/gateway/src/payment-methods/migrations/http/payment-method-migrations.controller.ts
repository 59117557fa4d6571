import { Body, Controller, HttpCode, Inject, Post, Req, StreamableFile } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import { PaymentMethodMigrate } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AllowOnly } from '../../../auth';
import type { GatewayConfig } from '../../../config';
import { type RequestTrace, Trace } from '../../../request';
import { configToken } from '../../../tokens';
import type { CheckHeader } from '../../../uploads';
import { faultOfMigrationHeader } from '../domain/migration-csv';
import { faultOfUpdateHeader } from '../domain/update-csv';
import { PaymentMethodMigrations } from '../payment-method-migrations';
import { PaymentMethodUploads, type UploadForm } from '../payment-method-uploads';
import { readUploadForm } from './read-upload-form';

/** A response under an idempotency key is stored, so it is whole before it is sent. */
async function resultsOf(
  stream: Readable | Refusal,
  { claim }: RequestTrace,
): Promise<StreamableFile | Buffer | Refusal> {
  if (isRefusal(stream)) return stream;
  return claim ? buffer(stream) : new StreamableFile(stream, { type: 'application/json' });
}

/** Moves payment methods that another system has saved to this one: only the operator may name a merchant. */
@Controller('payment_methods')
@AllowOnly('admin')
export class PaymentMethodMigrationsController {
  constructor(
    @Inject(PaymentMethodMigrations) private readonly migrations: PaymentMethodMigrations,
    @Inject(PaymentMethodUploads) private readonly uploads: PaymentMethodUploads,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'paymentMethodsUploadRows' | 'cardsUploadBytes'>,
  ) {}

  @Post('migrate')
  @HttpCode(200)
  migrate(@Body() sent: PaymentMethodMigrate, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.migrations.migrate(sent, trace);
  }

  /** Streams the file after authentication. A repeated upload stores nothing twice. */
  @Post('migrate-batch')
  @HttpCode(200)
  async migrateFile(@Req() request: FastifyRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return resultsOf(await this.uploads.migrate(this.reading(request, faultOfMigrationHeader), trace), trace);
  }

  @Post('update-batch')
  @HttpCode(200)
  async updateFromFile(@Req() request: FastifyRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return resultsOf(await this.uploads.update(this.reading(request, faultOfUpdateHeader), trace), trace);
  }

  /** A network token comes from a token requestor, which this service has none of. */
  @Post(['tokenize-card', 'tokenize-card-batch', ':payment_method_id/tokenize-card'])
  tokenize(): Refusal {
    return refuse('not_implemented', { message: 'tokenize-card is not implemented' });
  }

  private reading(request: FastifyRequest, check: CheckHeader): () => Promise<UploadForm | Refusal> {
    const { paymentMethodsUploadRows: maxRows, cardsUploadBytes: maxBytes } = this.config;
    return () => readUploadForm(request, check, { maxRows, maxBytes });
  }
}
