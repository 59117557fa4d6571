import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import { CardInfoCreateRequest, CardInfoQuery, CardInfoUpdateRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { ClientSecrets } from '../../owners';
import { type RequestTrace, Trace } from '../../request';
import { fileOf } from '../../uploads';
import { CardsInfo } from '../cards-info';
import { cardInfoView } from '../domain/card-info';

/** The facts of cards by the first digits of their numbers. */
@Controller('cards')
export class CardsController {
  constructor(
    @Inject(CardsInfo) private readonly cards: CardsInfo,
    @Inject(ClientSecrets) private readonly clientSecrets: ClientSecrets,
  ) {}

  @Post('create')
  @HttpCode(200)
  @AllowOnly('admin')
  create(@Body() sent: CardInfoCreateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, cardInfoView, (change) => this.cards.create(sent, change));
  }

  @Post('update')
  @HttpCode(200)
  @AllowOnly('admin')
  update(@Body() sent: CardInfoUpdateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, cardInfoView, (change) => this.cards.update(sent, change));
  }

  /** Streams the file after authentication. A repeated upload changes nothing, so the route takes no idempotency key. */
  @Post('update-batch')
  @HttpCode(200)
  @AllowOnly('admin')
  async upload(@Req() request: FastifyRequest): Promise<object> {
    const file = await fileOf(request);
    if (file?.fieldname !== 'file') return refuse('missing_param', { field: 'file' });
    return this.cards.upload(file.file);
  }

  @Get(':bin')
  @AllowOnly('client_or_secret_key')
  async retrieve(
    @Param('bin') bin: string,
    @Query() _query: CardInfoQuery,
    @FromMerchant() sender: Sender,
  ): Promise<object> {
    const refused = await this.clientSecrets.check(sender);
    return refused ?? viewOf(await this.cards.retrieve(bin), cardInfoView);
  }
}
