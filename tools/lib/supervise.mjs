import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from './kafka.mjs';
import { startPostgres } from './postgres.mjs';
import { recorded, startedAt, stopProcess } from './processes.mjs';
import { startRedis } from './redis.mjs';
import { green, red, seconds } from './progress.mjs';
import { launchApp, waitUntilReady } from './system.mjs';

const starters = { postgres: startPostgres, redis: startRedis, kafka: startKafka };
const pollEveryMs = 300;
const probeEveryMs = 2_000;
const probeTimeoutMs = 5_000;
/** Three times the WATCHDOG_TIMEOUT of a process: for processes that are stopped or whose watchdog does not act. */
const silentForMs = 30_000;
/** A process that ran this long is restarted at once: its end does not count as a repeated failure. */
const healthyAfterMs = 60_000;
const longestDelayMs = 30_000;

/** How long to wait before a start after `quickDeaths` ends in a row. */
export const restartDelayMs = (quickDeaths) =>
  quickDeaths === 0 ? 0 : Math.min(longestDelayMs, 500 * 2 ** (quickDeaths - 1));

const lives = ({ pid, startedAt: began }) => began !== undefined && startedAt(pid) === began;

const answers = (url) =>
  fetch(`${url}/health/live`, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** The URL of a server is no HTTP address. A developer may halt the app that `nx serve` runs in a debugger. */
const hasProbe = ({ name, url, isServed }) => Boolean(url) && !(name in starters) && !isServed;

/** Waits until a process ends, or kills it after `silentForMs` without an answer; returns the cause, undefined after the supervision. */
async function endOf(one, isOver) {
  let answeredAt = performance.now();
  let probedAt = 0;
  while (!isOver()) {
    if (!lives(one)) {
      const how = await Promise.race([one.ended, sleep(pollEveryMs)]);
      return how ? `ended (${how})` : 'ended';
    }
    const now = performance.now();
    if (hasProbe(one) && now - probedAt > probeEveryMs) {
      probedAt = now;
      if (await answers(one.url)) answeredAt = performance.now();
      else if (performance.now() - answeredAt > silentForMs) {
        await stopProcess({ ...one, stopSignal: 'SIGKILL' });
        return `did not answer for ${seconds(silentForMs)}`;
      }
    }
    await sleep(pollEveryMs);
  }
  return undefined;
}

/** Clients know the port of a server: a restart on another port is an error. */
async function startServer({ name, port, subscribers }, { layout, secrets }) {
  const place = { ...layout, password: secrets.postgresPassword, preferredPort: port, subscribers };
  const server = await starters[name](place);
  if (server.port === port && server.subscribers?.port === subscribers?.port) return server;
  await stopProcess(server);
  throw new Error(`port ${server.port === port ? subscribers.port : port} is taken`);
}

async function startAgain(one, context) {
  if (one.name in starters) return { ...one, ...(await startServer(one, context)) };
  const app = await launchApp(one.name, context.plan, context.layout);
  try {
    await waitUntilReady(app, context.plan.ports[one.name]);
  } catch (error) {
    // The process would block the port of its successor.
    await stopProcess(app, { withinMs: 2_000 });
    throw error;
  }
  return { ...one, isServed: false, ...app, url: one.url };
}

/** The process that `nx serve` has recorded in the place of one that ended. */
const successorOf = ({ name, pid }, { layout }) =>
  recorded(layout.run).find((other) => other.name === name && other.pid !== pid && other.isServed);

/** Restarts one process whenever it ends, until the supervision is over. */
async function keepRunning(first, context) {
  const { isOver, print, onChange } = context;
  let one = first;
  for (let quickDeaths = 0; ;) {
    const bornAt = performance.now();
    const how = await endOf(one, isOver);
    if (how === undefined) return;
    const successor = successorOf(one, context);
    if (successor) {
      one = { ...one, ...successor, ended: undefined };
      onChange(one);
      print(`  [${green('ok')}] ${one.name} is served by process ${one.pid}`);
      continue;
    }
    if (performance.now() - bornAt > healthyAfterMs) quickDeaths = 0;
    const delayMs = restartDelayMs(quickDeaths);
    print(`  [${red('no')}] ${one.name} ${how}: starting it again${delayMs ? ` in ${seconds(delayMs)}` : ''}`);
    await sleep(delayMs);
    if (isOver()) return;
    quickDeaths += 1;
    const startedMs = performance.now();
    try {
      one = await startAgain(one, context);
      onChange(one);
      print(`  [${green('ok')}] ${one.name} runs again after ${seconds(performance.now() - startedMs)}`);
    } catch (error) {
      // The process has ended: the next round reports it and waits longer.
      print(`  [${red('no')}] ${one.name} did not start: ${String(error.message).split('\n')[0]}`);
      one = { ...one, ended: undefined, pid: undefined, startedAt: undefined };
    }
  }
}

/**
 * Restarts processes that end or do not answer their liveness probe, with increasing delays, and prints each restart. `processes`
 * are apps (with the `url` of their probes) and servers (with a `port`); `onChange` is called with each new process. Returns a function that ends
 * the supervision, not the processes.
 */
export function supervise(processes, { plan, layout, secrets, print, onChange }) {
  let over = false;
  const context = { plan, layout, secrets, print, onChange, isOver: () => over };
  const supervised = Promise.all(processes.map((one) => keepRunning(one, context)));
  return async () => {
    over = true;
    // A start in progress gets time to record its process, so that `stopAll` finds it.
    await Promise.race([supervised, sleep(5_000)]);
  };
}
