import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkJava } from './bootstrap.mjs';
import { s3Jars } from './maven.mjs';
import { root } from './paths.mjs';
import { freePort } from './ports.mjs';
import { Problem } from './problem.mjs';
import { launch, stopProcess, tailOf } from './processes.mjs';
import { until } from './wait.mjs';

/** Of a server of one test, which only this machine reaches. */
const access = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-access-key' };
const bucket = 'payorch-files';

/** The server answers a request without a signature with 403. */
async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).status === 403;
  } catch {
    return false;
  }
}

/** Starts an S3 server with one bucket, whose objects are files below `dataDir`. It checks the signature of every request. */
export async function startS3({ dataDir, logs, run: runDir, preferredPort }) {
  const library = await s3Jars();
  checkJava();
  const folder = path.join(dataDir, 's3');
  mkdirSync(path.join(folder, bucket), { recursive: true });
  const port = await freePort(preferredPort);
  const url = `http://127.0.0.1:${port}`;
  const properties = path.join(dataDir, 's3.properties');
  const settings = {
    's3proxy.endpoint': url,
    's3proxy.authorization': 'aws-v4',
    's3proxy.identity': access.accessKeyId,
    's3proxy.credential': access.secretAccessKey,
    'jclouds.provider': 'filesystem-nio2',
    'jclouds.filesystem.basedir': folder,
  };
  writeFileSync(
    properties,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  const server = launch({
    name: 's3',
    command: 'java',
    args: [
      ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
      `-Dlogback.configurationFile=${path.join(root, 'deploy/local/s3/logback.xml')}`,
      ...['-cp', path.join(library, '*'), 'org.gaul.s3proxy.Main', '--properties', properties],
    ],
    env: process.env,
    cwd: dataDir,
    logFile: path.join(logs, 's3.log'),
    runDir,
  });
  if (!(await until(() => answers(url), { withinMs: 60_000, everyMs: 100, ended: server.ended }))) {
    await stopProcess(server);
    throw new Problem(`the S3 server did not start:\n${tailOf(server.logFile)}`, `see ${server.logFile}`);
  }
  return { ...server, url, port, bucket, folder, ...access };
}
