import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { RouteTable } from './route-table';

/** The origins whose pages may call the interface from a customer's browser. */
export interface OriginPolicy {
  /** The gateway's own address for browsers. */
  readonly publicUrl: string;
  /** `*`: any origin may call the client routes. Only named origins may send a secret key. */
  readonly origins: readonly string[];
}

/** Marks routes that take a publishable or an ephemeral key; they use no cookies, so any page may call them. */
export const clientRouteConfig = { isClientRoute: true } as const;

const isClientRoute = (config: unknown): boolean =>
  (config as (FastifyContextConfig & Partial<typeof clientRouteConfig>) | undefined)?.isClientRoute === true;

const corsOptions: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'DELETE'],
  exposedHeaders: ['x-request-id', 'retry-after', 'idempotent-replayed', 'link'],
  maxAge: 600,
  credentials: false,
};

const hint =
  'A secret key must stay on the server: a browser uses the publishable key with the client secret of the payment. ' +
  'CORS_ORIGINS names the origins whose pages may send a secret key';
const secretKeyRefused = JSON.stringify(errorBody(refuse('secret_key_in_browser', { message: hint })).body);

/** Publishable and ephemeral keys. */
const isForBrowsers = (key: string): boolean => key.startsWith('pk_') || key.startsWith('epk_');

/** Whether a page of an untrusted origin sends a secret key. Only browsers send `Origin`. */
function sendsSecretKey({ headers }: FastifyRequest, trusted: ReadonlySet<string>): boolean {
  const { origin, 'api-key': key, 'sec-fetch-site': site } = headers;
  if (origin === undefined || typeof key !== 'string' || isForBrowsers(key)) return false;
  return site !== 'same-origin' && !trusted.has(origin);
}

/**
 * Adds CORS headers to the client routes, and refuses secret keys from pages of every origin except the gateway's own
 * and the named ones. Call it before the routes are added.
 */
export function serveOrigins(server: FastifyInstance, { publicUrl, origins }: OriginPolicy): void {
  const clientRoutes = new RouteTable();
  const named = [new URL(publicUrl).origin, ...origins.filter((origin) => origin !== '*')];
  const trusted = new Set(named);
  const allowed = { ...corsOptions, origin: origins.includes('*') ? '*' : named };

  server.addHook('onRoute', ({ url, config }) => {
    if (isClientRoute(config)) clientRoutes.add(url);
  });
  const optionsFor = ({ method, url, headers }: FastifyRequest): FastifyCorsOptions => {
    const isPreflight = method !== 'OPTIONS' || headers['access-control-request-method'] !== undefined;
    return isPreflight && clientRoutes.serves(url) ? allowed : { origin: false };
  };
  void server.register(cors, { delegator: (request, done) => done(null, optionsFor(request)) });
  // After the CORS headers, so that a page of a client route can read the error.
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (sendsSecretKey(request, trusted)) void reply.status(401).type('application/json').send(secretKeyRefused);
    else done();
  });
}
