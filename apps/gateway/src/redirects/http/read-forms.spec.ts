import { fastify, type FastifyInstance } from 'fastify';
import { readForms } from './read-forms';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  readForms(server);
  server.post('/back', ({ body }) => body);
});
afterAll(() => server.close());

const send = (payload: string) =>
  server.inject({
    method: 'POST',
    url: '/back',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });

it('a form is read by its names', async () =>
  expect((await send('a=1&b=x%20y&a=2')).json()).toEqual({ a: '2', b: 'x y' }));

it.each(['a=%00', 'a%00b=1', 'a=1\0'])('a form with a NUL (%j) is refused before any route reads it', async (form) => {
  const { body } = await send(form);
  expect(body).toContain('NUL character in a value');
});
