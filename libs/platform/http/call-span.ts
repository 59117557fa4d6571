import { type Ended, OpenSpan, SpanKind } from '@payorch/platform/tracing';
import type { RequestToSend, SendResult } from './send-request';

/** The span of a call of a processor. Paths and queries have references, and stay out of it. */
export const callSpan = (
  { method, url }: Pick<RequestToSend, 'method' | 'url'>,
  { connector, flow }: { readonly connector: string; readonly flow: string },
): OpenSpan =>
  new OpenSpan(method, {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': method,
      'server.address': URL.canParse(url) ? new URL(url).hostname : 'none',
      'payorch.connector': connector,
      'payorch.flow': flow,
    },
  });

export const callEnded = (result: SendResult): Ended =>
  result.kind === 'response'
    ? {
        attributes: { 'http.response.status_code': result.status },
        ...(result.status >= 400 && { fault: String(result.status) }),
      }
    : { fault: result.cause };
