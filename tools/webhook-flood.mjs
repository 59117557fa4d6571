import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run flood',
  usage: ['npm run flood [-- <options>]'],
  about: `
Sends forged webhooks of 256 KiB, half of them with a well-formed header and a current time, and genuine webhooks next to two
flooding connections. Prints the disk use, and the response time of genuine webhooks without and with the flood.`,
  options: {
    forged: { takes: '<number>', default: '10000', about: 'forged webhooks' },
    genuine: { takes: '<number>', default: '200', about: 'genuine webhooks, alone and next to the flood' },
  },
};

const whole = (name, text) => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageProblem(`--${name} is ${text}`, `--${name} takes a whole number above 0`);
};

const secret = `whsec_${randomUUID()}`;
const forgedBytes = 262_144;

function headerFor(body, key) {
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex')}`;
}

const eventBody = () =>
  Buffer.from(
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: 'payment.succeeded',
      data: {
        id: `pay_${randomUUID()}`,
        status: 'succeeded',
        amount: 100,
        amount_received: 100,
        currency: 'USD',
        reference: null,
      },
    }),
  );
const forgedBody = Buffer.alloc(forgedBytes, 'x');

/** One keep-alive connection; `post` resolves to the status and the duration in ms. */
function connection(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body, signature) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      if (signature) headers['x-test-signature'] = signature;
      const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode, ms: performance.now() - begun }));
      });
      request.on('error', reject);
      request.end(body);
    });
  return { post, close: () => agent.destroy() };
}

const wellFormed = () => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function genuineTimes(url, count) {
  const line = connection(url);
  const times = [];
  for (let sent = 0; sent < count; sent++) {
    const body = eventBody();
    const { status, ms } = await line.post(body, headerFor(body, secret));
    if (status !== 200) throw new Error(`a genuine webhook was answered ${status}`);
    times.push(ms);
    await pause(10);
  }
  line.close();
  return times;
}

/** Floods over `connections` connections until `until` returns true; counts the answers by status. */
function flood(url, { connections, until, counts }) {
  const one = async () => {
    const line = connection(url);
    while (!until()) {
      const sent = (counts.sent += 1);
      const { status } = await line.post(forgedBody, sent % 2 === 0 ? wellFormed() : undefined);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    line.close();
  };
  return Promise.all(Array.from({ length: connections }, one));
}

async function measure(system, { forged, genuine }, parts) {
  const { merchantWithWebhooks, diskUse, walPosition } = parts;
  const { merchantId, accountId } = await merchantWithWebhooks(system, secret);
  const url = `${system.api}/webhooks/${merchantId}/${accountId}`;
  await genuineTimes(url, genuine);
  const quiet = median(await genuineTimes(url, genuine));
  const folder = path.dirname(path.dirname(system.infrastructure.servers[0].logFile));
  const counts = { sent: 0 };
  let enough = false;
  const beside = flood(url, { connections: 2, until: () => enough, counts });
  await pause(500);
  const flooded = median(await genuineTimes(url, genuine));
  enough = true;
  await beside;
  const [bytes, wal] = [diskUse(folder), await walPosition(system.infrastructure.databaseUrl)];
  const all = { sent: 0 };
  const begun = performance.now();
  await flood(url, { connections: 40, until: () => all.sent >= forged, counts: all });
  const seconds = (performance.now() - begun) / 1000;
  await pause(2_000);
  const grown = diskUse(folder) - bytes + (await walPosition(system.infrastructure.databaseUrl)) - wal;
  return { quiet, flooded, counts, all, seconds, grown };
}

const mib = (bytes) => `${(bytes / 1_048_576).toFixed(2)} MiB`;
const answersOf = ({ sent, ...statuses }) =>
  `${sent} (${Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')})`;

await runCommand(command, async ({ values }) => {
  const options = { forged: whole('forged', values.forged), genuine: whole('genuine', values.genuine) };
  const progress = newProgress();
  await bootstrap(progress);
  const [{ withSystem }, parts] = await Promise.all([
    import('./lib/borrowed-system.mjs'),
    import('./lib/webhook-flood.mjs'),
  ]);
  const { quiet, flooded, counts, all, seconds, grown } = await withSystem(progress, (system) =>
    measure(system, options, parts),
  );
  progress.line(`forged webhooks of 256 KiB   ${answersOf(all)} in ${seconds.toFixed(1)} s`);
  progress.line(`left on disk                 ${mib(grown)} (bar: 5 MiB)`);
  progress.line(`genuine, median alone        ${quiet.toFixed(1)} ms`);
  progress.line(`genuine, beside 2 floods     ${flooded.toFixed(1)} ms, ${(flooded / quiet).toFixed(2)} × (bar: 2)`);
  progress.line(`sent by the 2 meanwhile      ${answersOf(counts)}`);
  return grown < 5 * 1_048_576 && flooded <= 2 * quiet;
});
