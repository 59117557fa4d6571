import { setTimeout as sleep } from 'node:timers/promises';
import { startKafka } from './kafka.mjs';
import { startPostgres } from './postgres.mjs';
import { stopProcess, startedAt } from './processes.mjs';
import { startRedis } from './redis.mjs';
import { green, red, seconds } from './say.mjs';
import { launchApp, waitUntilReady } from './system.mjs';

const starters = { postgres: startPostgres, redis: startRedis, kafka: startKafka };
const lookEveryMs = 300;
const probeEveryMs = 2_000;
const probeTimeoutMs = 5_000;
/** Three times what a process gives itself (WATCHDOG_TIMEOUT): this is for those that are stopped, or deaf to their watchdog. */
const silentForMs = 30_000;
/** Whoever has lived for so long died of something new: it is started again at once. */
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

/** Waits until a process has ended or has been silent for too long (it is killed then), and says which; undefined once over. */
async function endOf(one, isOver) {
  let heardAt = performance.now();
  let probedAt = 0;
  while (!isOver()) {
    if (!lives(one)) {
      const how = await Promise.race([one.ended, sleep(lookEveryMs)]);
      return how ? `ended (${how})` : 'ended';
    }
    const now = performance.now();
    if (one.url && now - probedAt > probeEveryMs) {
      probedAt = now;
      if (await answers(one.url)) heardAt = performance.now();
      else if (performance.now() - heardAt > silentForMs) {
        await stopProcess({ ...one, stopSignal: 'SIGKILL' });
        return `did not answer for ${seconds(silentForMs)}`;
      }
    }
    await sleep(lookEveryMs);
  }
  return undefined;
}

/** Clients know the port of a server: one that comes back elsewhere has not come back. */
async function startServer({ name, port }, { layout, secrets }) {
  const place = { ...layout, password: secrets.postgresPassword, preferredPort: port };
  const server = await starters[name](place);
  if (server.port === port) return server;
  await stopProcess(server);
  throw new Error(`port ${port} is taken`);
}

async function startAgain(one, context) {
  if (one.name in starters) return { ...one, ...(await startServer(one, context)) };
  const app = await launchApp(one.name, context.plan, context.layout);
  try {
    await waitUntilReady(app, context.plan.ports[one.name]);
  } catch (error) {
    // It would keep the port from its successor.
    await stopProcess(app, { withinMs: 2_000 });
    throw error;
  }
  return { ...one, ...app, url: one.url };
}

/** Keeps one process running until it is over. */
async function keep(first, context) {
  const { isOver, say, onChange } = context;
  let one = first;
  for (let quickDeaths = 0; ;) {
    const bornAt = performance.now();
    const how = await endOf(one, isOver);
    if (how === undefined) return;
    if (performance.now() - bornAt > healthyAfterMs) quickDeaths = 0;
    const delayMs = restartDelayMs(quickDeaths);
    say(`  [${red('no')}] ${one.name} ${how}: starting it again${delayMs ? ` in ${seconds(delayMs)}` : ''}`);
    await sleep(delayMs);
    if (isOver()) return;
    quickDeaths += 1;
    const startedMs = performance.now();
    try {
      one = await startAgain(one, context);
      onChange(one);
      say(`  [${green('ok')}] ${one.name} runs again after ${seconds(performance.now() - startedMs)}`);
    } catch (error) {
      // It has ended by now, or ends here: the next round says so and waits longer.
      say(`  [${red('no')}] ${one.name} did not start: ${String(error.message).split('\n')[0]}`);
      one = { ...one, ended: undefined, pid: undefined, startedAt: undefined };
    }
  }
}

/**
 * Starts again what ends or does not answer its liveness probe, with longer and longer waits, and says so. `processes` are
 * apps (with a `url`) and servers (with a `port`); `onChange` is told of each new process. Gives a function that ends this
 * watch, not the processes.
 */
export function supervise(processes, { plan, layout, secrets, say, onChange }) {
  let over = false;
  const context = { plan, layout, secrets, say, onChange, isOver: () => over };
  const kept = Promise.all(processes.map((one) => keep(one, context)));
  return async () => {
    over = true;
    // A start that is under way is given a moment to note its process, for whoever stops them all.
    await Promise.race([kept, sleep(5_000)]);
  };
}
