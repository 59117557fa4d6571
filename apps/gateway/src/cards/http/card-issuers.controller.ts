import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { CardIssuerListQuery, CardIssuerRequest, CardIssuerUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { CardIssuers } from '../card-issuers';
import { issuerView } from '../domain/card-issuer';

const maxLimit = 255;

/** The banks that issue cards. */
@Controller('card_issuers')
@AllowOnly('admin')
export class CardIssuersController {
  constructor(@Inject(CardIssuers) private readonly issuers: CardIssuers) {}

  @Post()
  @HttpCode(200)
  create(@Body() { issuer_name }: CardIssuerRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, issuerView, (change) => this.issuers.create(issuer_name, change));
  }

  @Get()
  @AllowOnly('secret_key')
  async list(@Query() { query, limit }: CardIssuerListQuery): Promise<object> {
    const issuers = await this.issuers.list(query ?? '', Math.min(limit ?? 30, maxLimit));
    return { issuers: issuers.map(issuerView) };
  }

  @Put(':id')
  update(
    @Param('id') id: string,
    @Body() { issuer_name }: CardIssuerUpdateRequest,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    return changeAndView(trace, issuerView, (change) => this.issuers.update(id, issuer_name, change));
  }

  @Delete(':id')
  delete(@Param('id') id: string, @Trace() trace: RequestTrace): Promise<object> {
    const deletedView = (deleted: string): object => ({ id: deleted, deleted: true });
    return changeAndView(trace, deletedView, (change) => this.issuers.delete(id, change));
  }
}
