export { clientRouteConfig, serveOrigins } from './cors';
export { ErrorsFilter, retryAfter } from './errors.filter';
export { helpLink } from './help-link';
export type { PublicRoute } from './nearest-route';
export { ReplyInterceptor } from './reply.interceptor';
export { prepareServer, serverOptions } from './server';
export type { ServerLog } from './server-log';
export { takesGzip } from './takes-gzip';
