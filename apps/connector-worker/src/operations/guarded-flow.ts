import type { BoundFlow, FlowName, HttpRequest, Operations, PreliminaryAnswer } from '@payorch/connector-kit';
import { errorOf, unknown } from '@payorch/connector-kit';
import type { Logger } from '@payorch/platform/telemetry';
import type { PreparedCall } from './prepared-call';

const unreadable = 'The answer of the processor could not be read';

/**
 * One operation of a flow, guarded from the connector's own faults: a request that is not built was not sent, an answer
 * that is not read says nothing, and one of a preliminary brings nothing. Undefined where not even the start can be made.
 */
export function guarded<Name extends FlowName>(
  flow: BoundFlow<Name>,
  name: Name,
  operation: Operations[Name],
  logger: Pick<Logger, 'error'>,
  /** Of whose request and payment a log line is. */
  about: Readonly<Record<string, unknown>> = {},
): PreparedCall | undefined {
  const attempt = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      logger.error({ error, operationId: operation.id, flow: name, ...about }, `a connector failed to ${what}`);
      return undefined;
    }
  };
  const build = (work: () => HttpRequest) => attempt('build a request', work);
  const nothing: PreliminaryAnswer = {
    kind: 'failed',
    error: errorOf('UNREADABLE_ANSWER', unreadable),
    retry: 'another_account',
  };
  const before = attempt('tell what has to go first', () => flow.before(operation));
  return (
    before && {
      before: before.map((preliminary) => ({
        name: preliminary.name,
        request: (found) => build(() => preliminary.buildRequest(found)),
        read: (reply) => attempt('read an answer', () => preliminary.parseResponse(reply)) ?? nothing,
      })),
      request: (found) => build(() => flow.buildRequest(operation, found)),
      read: (reply, found) =>
        attempt('read an answer', () => flow.parseResponse(operation, reply, found)) ??
        unknown('UNREADABLE_ANSWER', unreadable),
    }
  );
}
