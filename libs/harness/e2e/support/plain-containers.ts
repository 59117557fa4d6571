import {
  apiAt,
  composeFile,
  eventually,
  freePort,
  imageLayout,
  mountsOf,
  privateInfra,
  workspace,
  type Api,
  type ComposeService,
  type ImageLayout,
  type PrivateInfra,
} from '@payorch/harness';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The user `node` of the image. */
const imageUser = { uid: 1000, gid: 1000 };
/** Only root may become another user, and not where that user cannot run this Node. */
const asImageUser =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', ''], imageUser).status === 0 ? imageUser : {};

const give = (folder: string): void => {
  if ('uid' in asImageUser) chownSync(folder, imageUser.uid, imageUser.gid);
};

interface Container {
  readonly name: string;
  readonly service: ComposeService;
  readonly image: ImageLayout;
  /** Its root folder. */
  readonly root: string;
}

/** Where the containers find each other, and where it is here. */
type Places = Readonly<Record<string, string>>;

/** The folder with the jars of the broker and its clients. */
export const jarFolder = (): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `process.stdout.write(await (await import('${workspace}/tools/lib/maven.mjs')).jars())`,
    ],
    { encoding: 'utf8' },
  );

/**
 * The containers of docker-compose.yml without Docker: each has a folder laid out as its image, its volumes are links to shared
 * folders, and its command runs with its environment, as the image's user. Only addresses are others: all share one network.
 */
export class PlainContainers {
  private readonly root = mkdtempSync(path.join(tmpdir(), 'payorch-compose-'));
  private readonly file = composeFile();
  private readonly running: ChildProcess[] = [];

  private constructor(
    private readonly stores: PrivateInfra,
    private readonly places: Places,
  ) {
    chmodSync(this.root, 0o755);
  }

  static async create(): Promise<PlainContainers> {
    // The program of the second is what the containers' Redis runs.
    const stores = await privateInfra(['postgres', 'redis']);
    const names = [
      'gateway:8080',
      'gateway:8090',
      'gateway:8091',
      'kafka:9092',
      '127.0.0.1:9094',
      'localhost:9093',
      'redis:6379',
    ];
    const ports = await Promise.all(names.map(() => freePort()));
    const server = new URL(stores.postgres!.url);
    return new PlainContainers(stores, {
      ...Object.fromEntries(names.map((name, index) => [name, `127.0.0.1:${ports[index]}`])),
      'postgres:payorch@postgres:5432': `${server.username}:${server.password}@${server.host}`,
      '127.0.0.1:8080': `127.0.0.1:${ports[0]}`,
    });
  }

  baseUrl(): string {
    return `http://${this.places['gateway:8080']}`;
  }

  /** The environment of an operator who manages subscribers from the host. */
  operatorEnv(): Record<string, string> {
    const read = (file: string): string => readFileSync(path.join(this.volume('broker-secrets'), file), 'utf8');
    return {
      KAFKA_BROKERS: this.places['127.0.0.1:9094']!,
      KAFKA_TLS: 'true',
      KAFKA_CA: read('subscribers.pem'),
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'operator',
      KAFKA_SASL_PASSWORD: read('operator_password'),
    };
  }

  get admin(): Api {
    return apiAt(this.baseUrl(), { 'api-key': 'test_admin' });
  }

  async start(): Promise<void> {
    await this.runToEnd('secrets');
    this.startRedis();
    await this.startBroker();
    await this.runToEnd('provision');
    const apps = Object.keys(this.file.services).filter((name) => name !== 'secrets' && name !== 'provision');
    await Promise.all(apps.filter((name) => this.file.services[name]?.build).map((name) => this.startApp(name)));
  }

  async stop(): Promise<void> {
    for (const child of this.running) child.kill('SIGKILL');
    await this.stores.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The whole output of a container. */
  logs(name: string): string {
    return readFileSync(path.join(this.root, `${name}.log`), 'utf8');
  }

  private localised(text: string): string {
    return Object.entries(this.places).reduce((done, [name, here]) => done.replaceAll(name, here), text);
  }

  private volume(name: string): string {
    return path.join(this.root, 'volumes', name);
  }

  /** A container's folder: what the image takes from the build, the folders that it makes, and the mounts. */
  private container(name: string): Container {
    const service = this.file.services[name]!;
    const image = imageLayout(service.build!.args.APP);
    const root = path.join(this.root, 'containers', name);
    const at = (place: string): string => path.join(root, place);
    for (const { from, to } of image.taken)
      cpSync(path.join(workspace, from), at(path.join(image.workingFolder, to)), { recursive: true });
    for (const folder of image.folders) mkdirSync(at(folder), { recursive: true });
    for (const folder of image.owned) this.giveAll(at(folder));
    this.mount(service, image, at);
    return { name, service, image, root };
  }

  private giveAll(folder: string): void {
    give(folder);
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) give(path.join(folder, entry));
  }

  /** A new volume belongs to whom the folder at its mount point belongs; where the image has none, to root. */
  private mount(service: ComposeService, image: ImageLayout, at: (place: string) => string): void {
    for (const { source, target } of mountsOf(service)) {
      const isNamed = !source.startsWith('.');
      const real = isNamed ? this.volume(source) : path.join(workspace, source);
      if (isNamed && !existsSync(real)) {
        mkdirSync(real, { recursive: true, mode: 0o755 });
        if (image.folders.includes(target)) give(real);
      }
      rmSync(at(target), { recursive: true, force: true });
      mkdirSync(path.dirname(at(target)), { recursive: true });
      // A bind mount is copied: the image's user need not be able to read the checkout.
      if (isNamed) symlinkSync(real, at(target));
      else cpSync(real, at(target), { recursive: true });
    }
  }

  /** The environment of a container; its paths are below the container's folder, its ports free ones. */
  private environment({ service, root, name }: Container): Record<string, string> {
    const port = (place: string): string => this.places[place]!.split(':')[1]!;
    const ports: Record<string, string> = {
      ...(name === 'gateway' && { HTTP_PORT: port('gateway:8080') }),
      ...(name === 'sandbox' && { HTTP_PORT: port('gateway:8090'), SANDBOX_TLS_PORT: port('gateway:8091') }),
    };
    const given = Object.entries(service.environment ?? {}).map(([variable, value]) => {
      // An empty default leaves nothing for YAML to read: a container gets the empty text.
      const text = String(value ?? '');
      return [variable, text.startsWith('/') ? path.join(root, text) : this.localised(text)] as const;
    });
    return { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...Object.fromEntries(given), ...ports };
  }

  private launch(name: string, command: string, args: readonly string[], options: object): ChildProcess {
    const log = openSync(path.join(this.root, `${name}.log`), 'a');
    const child = spawn(command, args, { stdio: ['ignore', log, log], ...options });
    this.running.push(child);
    return child;
  }

  private run(container: Container, more: Record<string, string> = {}): ChildProcess {
    const { name, service, image, root } = container;
    const [program, ...args] = service.command ?? image.command;
    if (program !== 'node') throw new Error(`${name} runs ${program}`);
    const env = { ...this.environment(container), ...more };
    const cwd = path.join(root, image.workingFolder);
    return this.launch(name, process.execPath, args, { cwd, env, ...asImageUser });
  }

  private async runToEnd(name: string): Promise<void> {
    const [code] = (await once(this.run(this.container(name)), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${this.logs(name)}`);
    if (name === 'secrets') this.localise('shared-secrets', 'redis_url');
  }

  /** The one file that names another container. */
  private localise(volume: string, file: string): void {
    const place = path.join(this.volume(volume), file);
    writeFileSync(place, this.localised(readFileSync(place, 'utf8')));
  }

  /** Starts an app and waits for the health check of its image. */
  private async startApp(name: string): Promise<void> {
    const container = this.container(name);
    const own = { ...(this.environment(container)['HTTP_PORT'] === '8080' && { HTTP_PORT: String(await freePort()) }) };
    const child = this.run(container, own);
    const [, ...check] = container.image.healthCommand;
    const env = { ...this.environment(container), ...own };
    const isHealthy = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${this.logs(name)}`);
      const [code] = (await once(spawn(process.execPath, check, { env, stdio: 'ignore' }), 'exit')) as [number | null];
      return code === 0;
    };
    await eventually(isHealthy, { withinMs: 90_000, everyMs: 500 });
  }

  private startRedis(): void {
    const port = this.places['redis:6379']!.split(':')[1]!;
    const args = [path.join(this.volume('redis-secrets'), 'redis.conf'), '--port', port];
    this.launch('redis', this.stores.redis.program, args, { cwd: this.root });
  }

  /** As deploy/kafka/start.sh: makes the certificate, formats the storage with the SCRAM users, then starts the broker. */
  private async startBroker(): Promise<void> {
    const secrets = this.volume('broker-secrets');
    const read = (file: string): string => readFileSync(path.join(secrets, file), 'utf8');
    const { KAFKA_SUBSCRIBERS_HOST: host } = this.file.services['kafka']!.environment ?? {};
    execFileSync('bash', [path.join(workspace, 'deploy/kafka/certificate.sh'), secrets, String(host)], {
      stdio: 'pipe',
    });
    const properties = path.join(this.root, 'server.properties');
    const here = this.localised(read('server.properties'))
      .replace('CLIENTS://:9092', `CLIENTS://${this.places['kafka:9092']}`)
      .replace('SUBSCRIBERS://:9094', `SUBSCRIBERS://${this.places['127.0.0.1:9094']}`)
      .replace('/secrets/broker', secrets)
      .replace('/var/lib/kafka/data', path.join(this.root, 'kafka'));
    writeFileSync(properties, here, { mode: 0o600 });
    const java = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-cp', path.join(jarFolder(), '*')];
    const users = read('scram').trim().split('\n');
    const format = ['kafka.tools.StorageTool', 'format', '--cluster-id', read('cluster_id'), '--config', properties];
    const formatting = this.launch('format', 'java', [...java, ...format, ...users], { cwd: this.root });
    const [code] = (await once(formatting, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the broker's storage is not formatted:\n${this.logs('format')}`);
    const broker = this.launch('kafka', 'java', [...java, 'kafka.Kafka', properties], { cwd: this.root });
    await this.accepting(broker);
  }

  /** What follows the broker waits for its health check in docker-compose.yml; here it waits for its port. */
  private async accepting(broker: ChildProcess): Promise<void> {
    const port = Number(this.places['kafka:9092']!.split(':')[1]);
    const accepts = async (): Promise<boolean> => {
      const socket = connect({ port, host: '127.0.0.1' });
      try {
        await once(socket, 'connect');
        return true;
      } finally {
        socket.destroy();
      }
    };
    const isUp = (): Promise<boolean> | boolean => broker.exitCode === null && accepts();
    await eventually(isUp, { withinMs: 90_000, everyMs: 250 }).catch((error: unknown) => {
      throw new Error(`the broker does not accept:\n${this.logs('kafka')}`, { cause: error });
    });
  }
}
