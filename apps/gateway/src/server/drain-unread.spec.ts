import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { drainUnread } from './drain-unread';

const sentBytes = 32 * 1024 * 1024;
const head = '--part\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

it('a sender of a large form that is refused early writes all of it and reads the refusal', async () => {
  const server = fastify();
  drainUnread(server);
  await server.register(multipart, { limits: { fileSize: 2 * sentBytes } });
  server.post('/', async (sent, reply) => {
    await sent.file();
    return reply.status(422).send({ refused: true });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const lines = ['POST / HTTP/1.1', 'host: x', 'content-type: multipart/form-data; boundary=part'];
  socket.write(`${lines.join('\r\n')}\r\ncontent-length: ${head.length + sentBytes}\r\n\r\n${head}`);
  const answered = once(socket, 'data');
  // Calls back once the operating system has taken every byte: the server must read for that.
  const written = new Promise((resolve) => socket.write(Buffer.alloc(sentBytes, 'a'), resolve));
  const isWritten = await Promise.race([
    written.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 5_000)),
  ]);
  const [answer] = (await answered) as [Buffer];
  socket.destroy();
  await server.close();
  expect([isWritten, answer.toString().slice(0, 12)]).toEqual([true, 'HTTP/1.1 422']);
}, 20_000);
