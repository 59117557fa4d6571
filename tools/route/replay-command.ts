import type { Json, RouteDecision } from '@payorch/contracts';
import { decisionOf, explanationOf, routingAlgorithmKind } from '@payorch/contracts';
import type { ReplayedFrom } from '@payorch/routing-rules';
import { replay, takenBy } from '@payorch/routing-rules';
import { z } from 'zod';
import type { Output } from './command';
import { CommandError } from './command';

export interface ReplayOptions {
  readonly payment: string;
  readonly url: string;
  readonly apiKey: string;
  readonly json: boolean;
}

const timeoutMs = 30_000;

const algorithm = z.object({ type: routingAlgorithmKind, data: z.unknown() as unknown as z.ZodType<Json> });
const routing = z.object({
  payment_id: z.string(),
  requested: algorithm.nullable(),
  attempts: z.array(
    z.object({
      attempt_id: z.string(),
      fallback_of: z.string().nullable(),
      taken: z.object({ connector: z.string(), merchant_connector_id: z.string() }).nullable(),
      decision: z.unknown(),
    }),
  ),
});
type Routing = z.infer<typeof routing>;
const record = z.object({ algorithm });

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address && ['http:', 'https:'].includes(address.protocol)) return address;
  throw new CommandError([`--url is ${url}, which is no http(s) address`]);
}

/** Reads JSON with the merchant's key. The key goes to this address alone: a redirect is an error. */
async function read<Shape>(path: string, shape: z.ZodType<Shape>, { url, apiKey }: ReplayOptions): Promise<Shape> {
  const address = addressOf(url);
  const target = new URL(`${address.pathname.replace(/\/$/, '')}${path}`, address);
  const at = `GET ${target.origin}${target.pathname}`;
  let answer: Response;
  try {
    answer = await fetch(target, {
      headers: { 'api-key': apiKey, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    throw new CommandError([`${at}: ${cause?.code ?? cause?.message ?? message}`]);
  }
  if (answer.status !== 200) throw new CommandError([`${at}: ${await refusalOf(answer)}`]);
  const parsed = shape.safeParse(await answer.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new CommandError(parsed.error.issues.map((issue) => `${at}: ${issue.path.join('.')} ${issue.message}`));
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

async function refusalOf(answer: Response): Promise<string> {
  if (answer.status >= 300 && answer.status < 400) return `${answer.status}, a redirect, which is not followed`;
  const read = refusal.safeParse(await answer.json().catch(() => undefined));
  return read.success ? `${answer.status} ${read.data.error.code} ${read.data.error.message}` : String(answer.status);
}

/** What named the accounts of a decision: a stored record, or the payment's own request. */
async function algorithmOf(
  { source, algorithmId }: RouteDecision,
  { requested }: Routing,
  options: ReplayOptions,
): Promise<ReplayedFrom['algorithm']> {
  if (source === 'inline' || source === 'straight_through') return requested;
  if (algorithmId === null) return null;
  return (await read(`/routing/${encodeURIComponent(algorithmId)}`, record, options)).algorithm;
}

export interface ReplayedAttempt {
  readonly attemptId: string;
  readonly recorded: RouteDecision;
  readonly replayed: RouteDecision;
  readonly isSame: boolean;
}

async function replayAttempt(
  { attempt_id: attemptId, decision }: Routing['attempts'][number],
  payment: Routing,
  options: ReplayOptions,
): Promise<ReplayedAttempt> {
  const recorded = decisionOf(decision);
  const algorithmOfDecision = await algorithmOf(recorded, payment, options);
  const replayed = replay(recorded, { attemptId, algorithm: algorithmOfDecision });
  const isSame = JSON.stringify(replayed) === JSON.stringify(recorded);
  return { attemptId, recorded, replayed, isSame };
}

const accountText = (decision: RouteDecision): string => {
  const taken = takenBy(decision);
  return taken ? `${taken.connector} ${taken.merchantConnectorId}` : 'none';
};

/** The lines that a reader compares. */
const shownFields: readonly (readonly [string, (decision: RouteDecision) => string])[] = [
  ['source', ({ source }) => source],
  ['algorithm', ({ algorithmId }) => algorithmId ?? '-'],
  ['settings', ({ routingVersion }) => (routingVersion === null ? '-' : `version ${routingVersion}`)],
  ['rule', ({ rule }) => (rule ? `rules[${rule.index}] ${rule.name}` : '-')],
  ['draw', ({ draw }) => (draw === null ? '-' : String(draw))],
  ['fell back', ({ fellBack }) => (fellBack ? 'yes' : 'no')],
  ['scores', ({ dynamic }) => dynamic?.approach ?? '-'],
  [
    'order',
    ({ candidates }) =>
      candidates
        .map(({ merchantConnectorId, filter, health }) => {
          const verdict = filter ?? health;
          return verdict ? `${merchantConnectorId} (${verdict})` : merchantConnectorId;
        })
        .join(', ') || '-',
  ],
  ['taken', accountText],
];

function textOf({ attemptId, recorded, replayed, isSame }: ReplayedAttempt): string {
  const rows = shownFields.flatMap(([name, text]) => {
    const [before, after] = [text(recorded), text(replayed)];
    const line = `  ${name.padEnd(10)} recorded ${before}\n  ${''.padEnd(10)} replayed ${after}`;
    return before === after ? line : `${line}   <- differs`;
  });
  return [`${attemptId}: ${isSame ? 'the same, byte by byte' : 'different'}`, ...rows, ''].join('\n');
}

/**
 * Decides the attempts of a payment again, from their recorded decisions, and prints both. An attempt that followed the route of
 * another one has no decision of its own. True: every decision is the recorded one. @throws CommandError
 */
export async function replayPayment(options: ReplayOptions, { out }: Output): Promise<boolean> {
  const payment = await read(`/payments/${encodeURIComponent(options.payment)}/routing`, routing, options);
  const decided = payment.attempts.filter(({ decision }) => decision !== null);
  if (decided.length === 0) throw new CommandError([`${options.payment} has no recorded decision`]);
  const replays: ReplayedAttempt[] = [];
  for (const attempt of decided) replays.push(await replayAttempt(attempt, payment, options));
  const isSame = replays.every((one) => one.isSame);
  const shown = replays.map(({ attemptId, recorded, replayed, isSame: same }) => ({
    attempt_id: attemptId,
    same,
    recorded: explanationOf(recorded),
    replayed: explanationOf(replayed),
  }));
  const answer = { payment_id: payment.payment_id, same: isSame, attempts: shown };
  out.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${replays.map(textOf).join('\n')}\n`);
  return isSame;
}
