export { clientRouteConfig, serveOrigins } from './cors';
export { EdgeErrorsFilter, retryAfter } from './errors.filter';
export { ReplyInterceptor } from './reply.interceptor';
export { type EdgeLog, prepareServer, serverOptions } from './server';
