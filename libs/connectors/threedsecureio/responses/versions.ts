import type { Outcome } from '@payorch/contracts';
import type { FlowOperations } from '@payorch/connector-kit';
import { errorOf } from '@payorch/connector-kit';
import { base64urlJson } from '../requests/base64url';
import type { WireVersions } from './wire';

/** The versions of the protocol that this connector speaks, newest first. */
const spoken = ['2.2.0', '2.1.0'];

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

/** Negative if `one` is older than `other`. */
function compare(one: string, other: string): number {
  const others = numbersOf(other);
  const [difference = 0] = numbersOf(one)
    .map((number, index) => number - (others[index] ?? 0))
    .filter((each) => each !== 0);
  return difference;
}

/** What the range of the card says; a card whose issuer speaks none of our versions is declined. */
export function versionsOf(range: WireVersions, { requestorUrl }: FlowOperations['preAuthenticate']): Outcome {
  const { threeDSServerTransID: reference, acsStartProtocolVersion: from, acsEndProtocolVersion: to } = range;
  const version = spoken.find((one) => compare(one, from) >= 0 && compare(one, to) <= 0);
  if (version === undefined) {
    const error = errorOf('102', 'Message version number not supported', `${from} to ${to}`);
    return { kind: 'declined', reference, error, retry: 'never' };
  }
  const { threeDSMethodURL: url, directoryServerID: directoryServerId } = range;
  const data = base64urlJson({ threeDSServerTransID: reference, threeDSMethodNotificationURL: requestorUrl });
  const method = url === null ? null : { url, data };
  return { kind: 'pre_authenticated', reference, versions: { version, maximumVersion: to, method, directoryServerId } };
}
