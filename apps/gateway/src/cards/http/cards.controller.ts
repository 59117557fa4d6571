import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import { CardInfoCreateRequest, CardInfoQuery, CardInfoUpdateRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, Caller } from '../../auth/http/auth.guard';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { RefusalError } from '../../errors/errors';
import { changeAndView } from '../../idempotency/change-with-response';
import { Payments } from '../../payments/payments';
import { Trace, type RequestTrace } from '../../request/request-trace';
import { cardInfoView } from '../domain/card-info';
import { CardsInfo } from '../cards-info';

/** The facts of cards by the first digits of their numbers. */
@Controller('cards')
export class CardsController {
  constructor(
    @Inject(CardsInfo) private readonly cards: CardsInfo,
    @Inject(Payments) private readonly payments: Pick<Payments, 'checkSecret'>,
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
  async upload(@Req() request: FastifyRequest): Promise<object[]> {
    const file = request.isMultipart() ? await request.file() : undefined;
    if (file?.fieldname !== 'file') throw new RefusalError(refuse('missing_param', { field: 'file' }));
    return this.cards.upload(file.file);
  }

  @Get(':bin')
  @AllowOnly('client_or_secret_key')
  async retrieve(
    @Param('bin') bin: string,
    @Query() _query: CardInfoQuery,
    @Caller() merchant: AuthenticatedMerchant,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    const refused = await this.payments.checkSecret({ merchant, trace, ip: null });
    if (refused) throw new RefusalError(refused);
    return cardInfoView(await this.cards.retrieve(bin));
  }
}
