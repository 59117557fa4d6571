import { Body, Controller, HttpCode, Inject, Post, Req, StreamableFile } from '@nestjs/common';
import { isRefusal, type Refusal } from '@payorch/contracts';
import { PaymentMethodMigrate } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { AllowOnly } from '../../../auth';
import type { GatewayConfig } from '../../../config';
import { type RequestTrace, Trace } from '../../../request';
import { configToken } from '../../../tokens';
import { type CheckHeader, withoutKey } from '../../../uploads';
import { CardTokens } from '../../tokenize/card-tokens';
import { faultOfTokenizationHeader } from '../../tokenize/domain/tokenization-csv';
import { faultOfMigrationHeader } from '../domain/migration-csv';
import { faultOfUpdateHeader } from '../domain/update-csv';
import { PaymentMethodMigrations } from '../payment-method-migrations';
import { PaymentMethodUploads, type UploadForm } from '../payment-method-uploads';
import { readUploadForm } from './read-upload-form';

const streamed = (results: Readable | Refusal): StreamableFile | Refusal =>
  isRefusal(results) ? results : new StreamableFile(results, { type: 'application/json' });

/** Moves payment methods that another system has saved to this one: only the operator may name a merchant. */
@Controller('payment_methods')
@AllowOnly('admin')
export class PaymentMethodMigrationsController {
  constructor(
    @Inject(PaymentMethodMigrations) private readonly migrations: PaymentMethodMigrations,
    @Inject(PaymentMethodUploads) private readonly uploads: PaymentMethodUploads,
    @Inject(CardTokens) private readonly tokens: Pick<CardTokens, 'served'>,
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
    if (trace.claim) return withoutKey;
    return streamed(await this.uploads.migrate(this.reading(request, faultOfMigrationHeader), trace));
  }

  @Post('update-batch')
  @HttpCode(200)
  async updateFromFile(@Req() request: FastifyRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    if (trace.claim) return withoutKey;
    return streamed(await this.uploads.update(this.reading(request, faultOfUpdateHeader), trace));
  }

  @Post('tokenize-card-batch')
  @HttpCode(200)
  async tokenizeFile(@Req() request: FastifyRequest, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    const refused = this.tokens.served();
    if (refused) return refused;
    if (trace.claim) return withoutKey;
    return streamed(await this.uploads.tokenize(this.reading(request, faultOfTokenizationHeader), trace));
  }

  private reading(request: FastifyRequest, check: CheckHeader): () => Promise<UploadForm | Refusal> {
    const { paymentMethodsUploadRows: maxRows, cardsUploadBytes: maxBytes } = this.config;
    return () => readUploadForm(request, check, { maxRows, maxBytes });
  }
}
