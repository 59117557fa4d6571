import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseGuards,
  type CanActivate,
} from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { refuse } from '@payorch/contracts';
import { PaymentsCaptureRequest, PaymentsCreateRequest, PaymentsRetrieveQuery } from '@payorch/rest';
import { RefusalError } from '../src/errors';
import { ErrorsFilter, prepareServer, serverOptions, type ServerLog } from '../src/server';
import { BodyBeforeKeyGuard, OptionalBody, WireValidationPipe } from '../src/validation';

class KeyGuard implements CanActivate {
  canActivate(context: { switchToHttp(): { getRequest(): { headers: Record<string, unknown> } } }): boolean {
    if (context.switchToHttp().getRequest().headers['api-key'] === 'secret') return true;
    throw new RefusalError(refuse('unauthorized'));
  }
}

@Controller('payments')
@UseGuards(KeyGuard)
class PaymentsController {
  @Post()
  @HttpCode(200)
  create(@Body() body: PaymentsCreateRequest) {
    return { made: body.constructor.name, amount: body.amount ?? null };
  }

  @Post(':id/capture')
  @HttpCode(200)
  @OptionalBody()
  capture(@Param('id') id: string, @Body() body: PaymentsCaptureRequest) {
    return { id, made: body.constructor.name };
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @Query() query: PaymentsRetrieveQuery) {
    if (id === 'bug') throw new Error('select * from secrets');
    if (id === 'busy') throw new RefusalError(refuse('overloaded'));
    return { id, query };
  }

  @Delete(':id')
  remove(@Param('id') id: string) {
    return { id, deleted: true };
  }
}

/** The routes of every service that load balancers and monitoring read. */
@Controller()
class ProbesController {
  @Get(['health/ready', 'metrics'])
  probe() {
    return {};
  }
}

/** Listens with routes that show what the server made of a request. */
export async function servePayments(log: ServerLog): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions);
  const routes = prepareServer(adapter.getInstance(), log);
  const module = await Test.createTestingModule({ controllers: [PaymentsController, ProbesController] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(adapter, { bodyParser: false, logger: false });
  app.useGlobalGuards(new BodyBeforeKeyGuard());
  app.useGlobalPipes(new WireValidationPipe());
  app.useGlobalFilters(new ErrorsFilter(routes, log));
  await app.listen(0, '127.0.0.1');
  return app;
}
