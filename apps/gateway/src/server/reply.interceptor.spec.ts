import type { ExecutionContext } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import { firstValueFrom, of } from 'rxjs';
import { ReplyInterceptor } from './reply.interceptor';

/** What the interceptor makes of a handler's result, and the headers that it sets. */
async function rendered(result: unknown) {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => void (headers[name] = value) };
  const context = { switchToHttp: () => ({ getResponse: () => reply }) } as unknown as ExecutionContext;
  const body = await firstValueFrom(new ReplyInterceptor().intercept(context, { handle: () => of(result) }));
  return { body, headers };
}

it("an owner's bytes pass unchanged as JSON", async () => {
  const bytes = Buffer.from('{"status":"succeeded", "odd" : 1.0}');
  const { body, headers } = await rendered(bytes);
  expect(body).toBe(bytes);
  expect(headers).toEqual({ 'content-type': 'application/json' });
});

it.each([[Buffer.alloc(0)], [{ key: 'k', value: '1' }], [[]], [true], ['<p>page</p>'], [undefined], [null]])(
  '%p passes without a header of its own',
  async (result) => expect(await rendered(result)).toEqual({ body: result, headers: {} }),
);

it('a refusal goes to the errors filter', async () => {
  const refusal = refuse('payment_not_found');
  await expect(rendered(refusal)).rejects.toMatchObject({ name: 'RefusalError', refusal });
});
