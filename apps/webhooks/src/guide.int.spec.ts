import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { webhookEvents } from '@payorch/contracts';
import { Secret, systemClock } from '@payorch/kernel';
import { networks } from '@payorch/platform/egress';
import { aRequest } from '../test/builders';
import { settings } from './config';
import type { Receiver } from './delivery/receiver';
import { WebhookSender } from './delivery/send-webhook';
import { freezeBody } from './domain/event-body';
import { requestHeaders } from './domain/request-headers';

// A cold Go or Java on a busy machine.

const guide = readFileSync(path.resolve(__dirname, '../../../docs/guides/webhooks.md'), 'utf8');

const rowsOf = (heading: string): string[][] => {
  const table = guide.slice(guide.indexOf(`| ${heading}`)).split('\n\n')[0] ?? '';
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  return table.split('\n').slice(2).map(cells);
};

it('the guide lists every event with its meaning', () =>
  expect(rowsOf('`event_type`')).toEqual(
    Object.entries(webhookEvents).map(([type, meaning]) => [`\`${type}\``, meaning]),
  ));

it('the guide has the retry times of the default schedule', () => {
  const unit = (seconds: number) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
  };
  let last = 0;
  const rows = String(settings.retrySchedule.example)
    .split(',')
    .map((part) => {
      const [seconds = '', times = '1'] = part.split('x').reverse();
      const first = last + 1;
      last += Number(times);
      return first === last
        ? [`${first}`, unit(Number(seconds))]
        : [`${first} to ${last}`, `${unit(Number(seconds))} each`];
    });
  expect(rowsOf('retry ')).toEqual(rows);
});

interface Language {
  readonly name: string;
  readonly file: string;
  /** What answers `version` where the machine has the language. */
  readonly programs: readonly (readonly [string, string])[];
  /** Builds the program, if it has to be, and returns the command that serves it. */
  readonly command: (program: string, file: string, port: number) => readonly string[];
  readonly source: string;
}

const block = (fence: string): string => {
  const [, text] = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`the guide has no block of ${fence}`);
  return text;
};

/** The binary, because a killed `go run` leaves the program that it runs. */
function goBuilt(go: string, file: string): string {
  const binary = file.replace(/\.go$/, '');
  execFileSync(go, ['build', '-o', binary, file], {
    cwd: path.dirname(file),
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  return binary;
}

const languages: readonly Language[] = [
  {
    name: 'Node.js',
    file: 'endpoint.mjs',
    programs: [[process.execPath, '--version']],
    command: (node, file) => [node, file],
    source: /<< 'END'\n([\s\S]*?)^END$/m.exec(guide)?.[1] ?? '',
  },
  {
    name: 'Python',
    file: 'endpoint.py',
    programs: [['python3', '--version']],
    command: (python, file) => [python, file],
    source: block('python'),
  },
  {
    name: 'PHP',
    file: 'endpoint.php',
    programs: [['php', '--version']],
    command: (php, file, port) => [php, '-S', `127.0.0.1:${port}`, file],
    source: block('php'),
  },
  {
    name: 'Java',
    file: 'Endpoint.java',
    programs: [['java', '-version']],
    command: (java, file) => [java, '-XX:TieredStopAtLevel=1', file],
    source: block('java'),
  },
  {
    name: 'Go',
    file: 'endpoint.go',
    programs: [
      ['go', 'version'],
      ['/usr/local/go/bin/go', 'version'],
    ],
    command: (go, file) => [goBuilt(go, file)],
    source: block('go'),
  },
];

const installed = ({ programs }: Language): string | undefined =>
  programs.find(([program, flag]) => {
    try {
      execFileSync(program, [flag], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })?.[0];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

const key = 'a secret of at least sixteen characters';
const whsec = `whsec_${Buffer.from(key).toString('base64')}`;
const event = aRequest({ object: { payment_id: 'pay_1', status: 'succeeded', description: 'Grüße, 東京 – "🧾"' } });

describe.each(languages)('the endpoint of the guide in $name', (language) => {
  const program = installed(language);
  const test = program === undefined ? it.skip : it;
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-guide-'));
  let child: ChildProcess | undefined;
  let output = '';

  afterAll(async () => {
    if (child && child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the endpoint; resolves to its url. */
  async function serve(): Promise<string> {
    const file = path.join(folder, language.file);
    writeFileSync(file, language.source);
    const port = await freePort();
    const [command = '', ...args] = language.command(program ?? '', file, port);
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: whsec, PORT: String(port) };
    child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (output += part.toString()));
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`the endpoint ended: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return `http://127.0.0.1:${port}/hook`;
  }

  test(`${language.name} is on this machine: it accepts what the service sends, and nothing else`, async () => {
    const url = await serve();
    const senderAt = (now: () => Date) =>
      new WebhookSender({
        policy: { allowed: networks(['127.0.0.1/32'])!, ports: new Set(), httpsOnly: false },
        connectTimeoutMs: 5_000,
        storedBytes: 0,
        timeoutMs: 15_000,
        clock: { ...systemClock, now },
      });
    const statusOf = async (receiver: Partial<Receiver>, { minutes = 0, body = freezeBody(event) } = {}) => {
      const sender = senderAt(() => new Date(Date.now() + minutes * 60_000));
      const sent = { eventId: event.eventId, body };
      const result = await sender.send(sent, { url, key: new Secret(key), customHeaders: {}, ...receiver });
      await sender.close();
      return result.status ?? result.error;
    };
    expect({
      genuine: await statusOf({}),
      empty: await statusOf({}, { body: freezeBody({ ...event, object: {} }) }),
      oldMessage: await statusOf({}, { minutes: -6 }),
      futureMessage: await statusOf({}, { minutes: 6 }),
      anotherKey: await statusOf({ key: new Secret(`${key}.`) }),
      unsigned: await statusOf({ key: null }),
    }).toEqual({ genuine: 204, empty: 204, oldMessage: 400, futureMessage: 400, anotherKey: 400, unsigned: 400 });
    expect(await altered(url)).toEqual([204, 400, 400]);
    expect(output).toContain(event.eventId);
  });
});

/** The statuses for a signed message as it is, with another body, and under another id. */
async function altered(url: string): Promise<number[]> {
  const body = freezeBody(event);
  const parts = { eventId: event.eventId, body, sentAt: new Date(), key: new Secret(key), customHeaders: {} };
  const headers = requestHeaders(parts);
  const post = async (more: Record<string, string>, content: Buffer) =>
    (await fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: new Uint8Array(content) })).status;
  return [
    // A second signature, as after a change of the key.
    await post({ 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, body),
    await post({}, Buffer.from(body.toString().replace('succeeded', 'failed'))),
    await post({ 'webhook-id': 'evt_another' }, body),
  ];
}
