import type { BoundFlow, FlowName, HttpRequest, FlowOperations, PreliminaryAnswer } from '@payorch/connector-kit';
import { errorOf, unknown } from '@payorch/connector-kit';
import type { Logger } from '@payorch/platform/telemetry';
import type { PreparedCall } from './prepared-call';

const unreadable = 'The answer of the processor could not be read';

/**
 * One operation of a flow, guarded against exceptions of the connector: a request that cannot be built is not sent, an answer
 * that cannot be read is unknown, and an unreadable answer of a preliminary fails. Undefined if the preliminaries throw.
 */
export function guarded<Name extends FlowName>(
  flow: BoundFlow<Name>,
  name: Name,
  operation: FlowOperations[Name],
  logger: Pick<Logger, 'error'>,
  /** The ids of request and payment for log lines. */
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
  const before = attempt('list its preliminaries', () => flow.before(operation));
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
