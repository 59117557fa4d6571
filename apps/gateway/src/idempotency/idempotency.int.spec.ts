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
import { refuse } from '@payorch/contracts';
import { PaymentsCancelRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { Secret } from '@payorch/kernel';
import { gatewayDatabase, testBox, type GatewayDatabase } from '../../test/gateway-database';
import type { Authenticated } from '../auth/authenticate';
import { ApiKeyHashes } from '../auth/domain/api-key-hashes';
import { attachCaller } from '../auth/http/caller-of';
import { RefusalError } from '../errors/errors';
import { newIdFor, Trace, type RequestTrace } from '../request/request-trace';
import { EdgeErrorsFilter } from '../server/errors.filter';
import { prepareServer, serverOptions } from '../server/server';
import { BodyBeforeKeyGuard } from '../validation/body.guard';
import { WireValidationPipe } from '../validation/validation.pipe';
import { IdempotencyInterceptor } from './http/idempotency.interceptor';
import { storeResponses } from './http/stored-responses';
import { Idempotency } from './idempotency';
import { IdempotencySweep } from './idempotency-sweep';
import { LeaseRenewer } from './lease-renewer';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

/** The API key names the merchant; `admin` is the operator. */
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const merchantId = String(request.headers['api-key']);
    const caller = merchantId === 'admin' ? { kind: 'admin' } : { kind: 'merchant', merchantId, profileId: null };
    attachCaller(request, caller as Authenticated);
    return true;
  }
}

/** The handler of each call: a test may delay it or let it fail. */
const calls: { id: string; message: string | undefined }[] = [];
let inTheWay: (trace: RequestTrace) => Promise<unknown> | undefined = () => undefined;

async function work(trace: RequestTrace): Promise<object> {
  await inTheWay(trace);
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

const silent = { info: () => undefined, error: () => undefined };

async function serve(idempotency: Idempotency): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions);
  const routes = prepareServer(adapter.getInstance(), silent);
  storeResponses(adapter.getInstance(), idempotency, silent);
  const module = await Test.createTestingModule({ controllers: [PaymentsController, PagesController] }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(adapter, { bodyParser: false, logger: false });
  app.useGlobalGuards(new BodyBeforeKeyGuard());
  app.useGlobalInterceptors(new IdempotencyInterceptor(idempotency));
  app.useGlobalPipes(new WireValidationPipe());
  app.useGlobalFilters(new EdgeErrorsFilter(routes, silent));
  await app.listen(0, '127.0.0.1');
  return app;
}

let open: GatewayDatabase;
let app: NestFastifyApplication;
const keys = new IdempotencyKeyRepository();
const noLeases = { add: () => undefined, remove: () => undefined };
const digestsWith = (...secrets: string[]) => new ApiKeyHashes(secrets.map((secret) => new Secret(secret)));
const withLease = (
  leaseMs: number,
  database = open.database,
  leases: Pick<LeaseRenewer, 'add' | 'remove'> = noLeases,
  digestSecrets = digestsWith('digest secret'),
) => new Idempotency({ database, keys, box: testBox(), digestSecrets, leaseMs, leases });

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
  inTheWay = () => undefined;
});

let counted = 0;
const newKey = () => `key ${counted++}`;
const send = (key: string | undefined, { url = '/payments', merchant = 'acme', body = {} as object, to = app } = {}) =>
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
const rows = () => open.database.read('every', (sql) => sql.query('SELECT * FROM idempotency_keys'));

describe('a request under an idempotency key', () => {
  it('a retry is recognized after its digest secret rotated', async () => {
    const turned = await serve(
      withLease(60_000, open.database, noLeases, digestsWith('newer secret', 'digest secret')),
    );
    const key = newKey();
    const first = await send(key);
    const again = await send(key, { to: turned });
    const other = await send(key, { to: turned, body: { cancellation_reason: 'x' } });
    await turned.close();
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect([calls.length, other.statusCode]).toEqual([1, 422]);
  });

  it('a retry replays the response byte for byte with a header', async () => {
    const key = newKey();
    const first = await send(key);
    const again = await send(key);
    expect(calls).toHaveLength(1);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  });

  it('another merchant, another route and a missing key run the request again', async () => {
    const key = newKey();
    await send(key);
    await send(key, { merchant: 'other' });
    await send(key, { merchant: 'admin' });
    await send(key, { url: '/payments/pay_1/cancel' });
    await send(undefined);
    await send(undefined);
    expect(calls).toHaveLength(6);
  });

  it.each<[string, { body?: object; url?: string }]>([
    ['another body', { body: { cancellation_reason: 'x' } }],
    ['another path of the same route', { url: '/payments/pay_2/cancel' }],
  ])('the key is refused for %s', async (_, other) => {
    const key = newKey();
    const url = other.url ? '/payments/pay_1/cancel' : '/payments';
    await send(key, { url });
    const answer = await send(key, { url, ...other });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        error: {
          type: 'invalid_request',
          code: 'IR_06',
          message: 'This Idempotency-Key was used before with another request',
        },
      },
    ]);
    expect(calls).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(256)])('an invalid key is refused', async (key) => {
    const answer = await send(key);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'IR_07']);
    expect(calls).toHaveLength(0);
  });

  it('one of several concurrent requests runs; the others get the in-progress refusal', async () => {
    const key = newKey();
    let resolveOthersRefused!: () => void;
    const othersRefused = new Promise<void>((resolve) => (resolveOthersRefused = resolve));
    inTheWay = () => othersRefused;
    let conflicts = 0;
    const sendOne = async () => {
      const answer = await send(key);
      if (answer.statusCode === 409 && ++conflicts === 19) resolveOthersRefused();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, sendOne));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const conflict = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(conflict.json().error.code).toBe('IR_16');
    expect(conflict.headers['retry-after']).toBe('1');
    expect(calls).toHaveLength(1);
    expect((await send(key)).body).toBe(answers.find(({ statusCode }) => statusCode === 200)!.body);
  });

  it('another gateway replays the response', async () => {
    const key = newKey();
    const first = await send(key);
    const other = await serve(withLease(60_000));
    const again = await send(key, { to: other });
    await other.close();
    expect([again.body, again.headers['idempotent-replayed'], calls.length]).toEqual([first.body, 'true', 1]);
  });

  it('a refusal before any command frees the key', async () => {
    const key = newKey();
    inTheWay = () => Promise.reject(new RefusalError(refuse('missing_param', { field: 'x' })));
    expect((await send(key)).statusCode).toBe(400);
    inTheWay = () => undefined;
    expect((await send(key, { body: { cancellation_reason: 'corrected' } })).statusCode).toBe(200);
  });

  it('a refusal of the owner is stored', async () => {
    const key = newKey();
    inTheWay = (trace) => {
      trace.claim?.messageIdFor('payment.create');
      return Promise.reject(new RefusalError(refuse('payment_exists')));
    };
    const first = await send(key);
    inTheWay = () => undefined;
    const again = await send(key);
    expect([first.statusCode, again.statusCode, again.body, calls.length]).toEqual([400, 400, first.body, 0]);
  });

  it('a retry after an open outcome uses the same ids', async () => {
    const key = newKey();
    const seen: string[] = [];
    inTheWay = (trace) => {
      seen.push(`${newIdFor('pay', trace)} ${trace.claim!.messageIdFor('payment.create')}`);
      return Promise.reject(new RefusalError(refuse('unanswered', { payment_id: 'pay_1' })));
    };
    expect((await send(key)).statusCode).toBe(503);
    inTheWay = () => undefined;
    expect((await send(key)).statusCode).toBe(200);
    expect(calls.map(({ id, message }) => `${id} ${message}`)).toEqual(seen);
  });

  it('a retry after an expired lease uses the same ids', async () => {
    const key = newKey();
    const place = { merchantId: 'acme', route: 'POST /payments', key };
    const hasty = withLease(300);
    const request = { url: '/payments', caller: ['merchant', null], body: {} };
    const died = await hasty.claim(place, request);
    await expect(hasty.claim(place, request)).rejects.toMatchObject({ response: { status: 409 } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const next = await hasty.claim(place, request);
    expect(next.commandId).toBe(died.commandId);
    const answer = (body: string) => ({ status: 200, type: 'application/json', body });
    expect(await hasty.finish(next, answer('{"a":1}'))).toMatchObject({ body: '{"a":1}' });
    // The first stored response is final, also for a late attempt.
    expect(await hasty.finish(died, answer('{"a":2}'))).toMatchObject({ body: '{"a":1}' });
  });

  it('a slow request keeps its lease, and a dead gateway loses it soon', async () => {
    const leases = new LeaseRenewer({
      database: open.database,
      keys,
      logger: { warn: () => undefined },
      leaseMs: 600,
      maxHandlingMs: 60_000,
    });
    const living = await serve(withLease(600, open.database, leases));
    const key = newKey();
    let release = (): void => undefined;
    inTheWay = () => new Promise<void>((resolve) => (release = resolve));
    leases.start();
    const first = send(key, { to: living });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    inTheWay = () => undefined;
    expect((await send(key)).statusCode).toBe(409);
    await leases.close();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const next = await send(key);
    expect(next.statusCode).toBe(200);
    release();
    // The first stored response is final, also for a late attempt.
    expect((await first).body).toBe(next.body);
    await living.close();
  });

  it('a released lease is not renewed', async () => {
    const place = { merchantId: 'acme', route: 'POST /payments', key: newKey() };
    const leases = new LeaseRenewer({
      database: open.database,
      keys,
      logger: { warn: () => undefined },
      leaseMs: 60_000,
      maxHandlingMs: 60_000,
    });
    const kept = withLease(60_000, open.database, leases);
    const request = { url: '/payments', caller: ['merchant', null], body: {} };
    const claim = await kept.claim(place, request);
    await open.database.change([place.merchantId], (sql) => keys.release(sql, place, claim.commandId));
    await leases.renew();
    expect((await kept.claim(place, request)).commandId).toBe(claim.commandId);
  });

  it('a short database outage does not lose the response', async () => {
    let failures = 3;
    const { change } = open.database;
    const flaky: typeof open.database = Object.create(open.database) as typeof open.database;
    flaky.change = (merchants, work) =>
      calls.length > 0 && failures-- > 0
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
        : (change.call(open.database, merchants, work) as never);
    const other = await serve(withLease(60_000, flaky));
    const key = newKey();
    const first = await send(key, { to: other });
    await other.close();
    expect([first.statusCode, failures]).toEqual([200, -1]);
    expect((await send(key)).body).toBe(first.body);
    expect(calls).toHaveLength(1);
  });

  it('a response that could not be stored is not sent', async () => {
    const key = newKey();
    const broken = withLease(60_000);
    jest.spyOn(broken, 'finish').mockRejectedValue(new Error('the database is away'));
    const other = await serve(broken);
    const answer = await send(key, { to: other });
    await other.close();
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'HE_00']);
    expect(answer.body).not.toContain('secret');
  });

  it('body and response are not stored in clear text', async () => {
    await send(newKey(), { body: { cancellation_reason: 'marked' } });
    const stored = await rows();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('marked');
  });
});

it('reads and pages without authentication ignore the key', async () => {
  const before = (await rows()).length;
  const headers = { 'api-key': 'acme', 'idempotency-key': newKey() };
  for (const method of ['GET', 'GET'] as const) await app.inject({ method, url: '/payments', headers });
  for (const method of ['POST', 'POST'] as const) await app.inject({ method, url: '/pages', headers });
  expect(calls).toHaveLength(4);
  expect(await rows()).toHaveLength(before);
});

it('only keys past their retention are deleted', async () => {
  const [old, young] = [newKey(), newKey()];
  for (const key of [old, young]) await send(key);
  await open.database.change('every', (sql) =>
    sql.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours', leased_until = now() - interval '1 hour'
       WHERE idempotency_key = $1`,
      [old],
    ),
  );
  const logger = { warn: (error: unknown) => expect(error).toBeUndefined() };
  const sweep = new IdempotencySweep({
    database: open.database,
    keys,
    logger: logger as never,
    retentionMs: 24 * 3_600_000,
  });
  await sweep.sweep();
  const kept = (await rows()).map(({ idempotency_key }) => idempotency_key);
  expect(kept).toContain(young);
  expect(kept).not.toContain(old);
});
