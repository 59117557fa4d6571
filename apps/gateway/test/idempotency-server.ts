import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Secret } from '@payorch/kernel';
import { PaymentsCancelRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { ApiKeyHashes, type Authenticated } from '../src/auth';
import { attachCaller } from '../src/auth/http/caller-of';
import { storeResponses } from '../src/idempotency/http/stored-responses';
import { IdempotencyInterceptor } from '../src/idempotency/http/idempotency.interceptor';
import { Idempotency } from '../src/idempotency/idempotency';
import type { LeaseRenewer } from '../src/idempotency/lease-renewer';
import { IdempotencyKeyRepository } from '../src/idempotency/persistence/idempotency-key.repository';
import { newIdFor, Trace, type RequestTrace } from '../src/request';
import { ErrorsFilter, prepareServer, serverOptions } from '../src/server';
import { BodyBeforeKeyGuard, WireValidationPipe } from '../src/validation';
import { gatewayDatabase, testResponses, type GatewayDatabase } from './gateway-database';

/** The API key names the merchant; `admin` is the operator, and `pk_<merchant>_<secret>` a browser with that client secret. */
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    attachCaller(request, callerOfKey(String(request.headers['api-key'])) as Authenticated);
    return true;
  }
}

function callerOfKey(apiKey: string): object {
  const [kind, merchantId, clientSecret] = apiKey.split('_');
  if (kind === 'pk') return { kind: 'client', merchantId, profileId: null, clientSecret };
  return apiKey === 'admin' ? { kind: 'admin' } : { kind: 'merchant', merchantId: apiKey, profileId: null };
}

/** The handler of each call: a test may delay it or let it fail. */
const calls: { id: string; message: string | undefined }[] = [];
const handler: { inTheWay: (trace: RequestTrace) => Promise<unknown> | undefined } = { inTheWay: () => undefined };

async function work(trace: RequestTrace): Promise<object> {
  await handler.inTheWay(trace);
  const id = newIdFor('pay', trace);
  calls.push({ id, message: trace.claim?.messageIdFor('payment.create') });
  return { id, client_secret: `${id}_secret_marked`, count: calls.length };
}

@Controller('payments')
@UseGuards(KeyGuard)
class PaymentsController {
  @Post()
  @HttpCode(200)
  create(@Body() _: PaymentsCancelRequest, @Trace() trace: RequestTrace) {
    return work(trace);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@Param('id') _: string, @Body() __: PaymentsCancelRequest, @Trace() trace: RequestTrace) {
    return work(trace);
  }

  @Get()
  list(@Trace() trace: RequestTrace) {
    return work(trace);
  }
}

@Controller('pages')
class PagesController {
  @Post()
  @HttpCode(200)
  post(@Trace() trace: RequestTrace) {
    return work(trace);
  }
}

const silent = { debug: () => undefined, info: () => undefined, error: () => undefined };

async function serve(idempotency: Idempotency): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions);
  const routes = prepareServer(adapter.getInstance(), silent);
  storeResponses(adapter.getInstance(), idempotency, silent);
  const module = await Test.createTestingModule({ controllers: [PaymentsController, PagesController] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(adapter, { bodyParser: false, logger: false });
  app.useGlobalGuards(new BodyBeforeKeyGuard());
  app.useGlobalInterceptors(new IdempotencyInterceptor(idempotency));
  app.useGlobalPipes(new WireValidationPipe());
  app.useGlobalFilters(new ErrorsFilter(routes, silent));
  await app.listen(0, '127.0.0.1');
  return app;
}

const noLeases = { add: () => undefined, remove: () => undefined };
export const digestsWith = (...secrets: string[]) => new ApiKeyHashes(secrets.map((secret) => new Secret(secret)));
let counted = 0;
export const newKey = () => `key ${counted++}`;

/** A gateway that takes idempotency keys, for the tests of one file; forgets the calls between tests. */
export function idempotencyServer() {
  const keys = new IdempotencyKeyRepository();
  let open: GatewayDatabase;
  let app: NestFastifyApplication;
  const withLease = (
    leaseMs: number,
    database = open.database,
    leases: Pick<LeaseRenewer, 'add' | 'remove'> = noLeases,
    digestSecrets = digestsWith('digest secret'),
  ) => new Idempotency(database, keys, testResponses(), digestSecrets, leases, { idempotencyLeaseMs: leaseMs });

  beforeAll(async () => {
    open = await gatewayDatabase();
    app = await serve(withLease(60_000));
  });
  afterAll(async () => {
    await app.close();
    await open.close();
  });
  beforeEach(() => {
    calls.length = 0;
    handler.inTheWay = () => undefined;
  });

  const send = (
    key: string | undefined,
    { url = '/payments', merchant = 'acme', body = {} as object, to = app } = {},
  ) =>
    to.inject({
      method: 'POST',
      url,
      headers: {
        'api-key': merchant,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      payload: JSON.stringify(body),
    });
  return {
    keys,
    calls,
    handler,
    withLease,
    serve,
    send,
    database: () => open.database,
    inject: (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
      app.inject({ method, url, headers }),
    rows: () => open.database.read('every', (sql) => sql.query('SELECT * FROM idempotency_keys')),
  };
}
