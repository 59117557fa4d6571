import { isDeepStrictEqual } from 'node:util';
import { type Json, type JsonObject, jsonObject, ownApplePay, refuse, type Refusal } from '@payorch/contracts';
import { plainOrNull } from '../../../fields';
import { maskSecret } from '../mask-secret';
import type { ConnectorAccount, ConnectorAccountRequest } from './connector-account';
import { checkConnectorMetadata } from './connector-metadata';

/** The parts of metadata that may have the certificate of Apple Pay. */
const places = ['apple_pay', 'apple_pay_combined'] as const;
type Place = (typeof places)[number];

const secretNames = ['certificate', 'certificate_keys'];

const hasSecret = (value: Json | undefined): boolean => {
  const object = jsonObject.safeParse(value).data;
  return (
    object !== undefined && Object.entries(object).some(([name, part]) => secretNames.includes(name) || hasSecret(part))
  );
};

/** The value with its certificates and their keys masked, at any depth of objects. */
function masked(value: Json): Json {
  const object = jsonObject.safeParse(value).data;
  if (object === undefined) return value;
  const maskedPart = (name: string, part: Json) =>
    secretNames.includes(name) && typeof part === 'string' ? maskSecret(part) : masked(part);
  return Object.fromEntries(Object.entries(object).map(([name, part]) => [name, maskedPart(name, part)]));
}

const without = (metadata: JsonObject, names: readonly Place[]): JsonObject =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !names.some((one) => one === name)));

const only = (metadata: JsonObject, names: readonly Place[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, metadata[name] ?? null]));

/** Whether the stored wallet details came from metadata alone, so that new metadata may replace them. */
const areOfMetadata = ({ walletDetails }: Pick<ConnectorAccount, 'walletDetails'>): boolean =>
  walletDetails === null || Object.keys(walletDetails.masked).every((name) => places.some((place) => place === name));

/**
 * Moves a certificate of Apple Pay, with its key, from `metadata` to `connector_wallets_details`, which are sealed; metadata
 * retains it masked. Metadata is stored as it is sent, shown, and published to every service. An update may send the masked
 * copy back: nothing changes then. Wallet details that are sent with the metadata take precedence.
 */
export function withSealedCertificates(
  sent: ConnectorAccountRequest,
  stored?: Pick<ConnectorAccount, 'details' | 'walletDetails'>,
): ConnectorAccountRequest | Refusal {
  const metadata = jsonObject.safeParse(sent.metadata).data;
  if (metadata === undefined) return checkConnectorMetadata(sent.metadata) ?? sent;
  const repeated = places.filter((place) => isDeepStrictEqual(metadata[place], stored?.details.metadata?.[place]));
  const refused = checkConnectorMetadata(without(metadata, repeated));
  if (refused) return refused;
  const moved = places.filter((place) => !repeated.includes(place) && hasSecret(metadata[place]));
  if (moved.length === 0) return sent;
  const details = plainOrNull(sent.connector_wallets_details);
  if (details === null && stored && !areOfMetadata(stored)) {
    const message = `metadata.${moved[0]} becomes a part of connector_wallets_details: send both, since they are replaced as a whole`;
    return refuse('precondition_failed', { message, path: `metadata.${moved[0]}` });
  }
  return {
    ...sent,
    metadata: { ...metadata, ...jsonObject.parse(masked(only(metadata, moved))) },
    connector_wallets_details: ownApplePay(details ?? {}) ? details : { ...details, ...only(metadata, moved) },
  };
}

/** Refuses a certificate in metadata that no account stores. */
export const refuseCertificates = (metadata: unknown, field: string): Refusal | undefined => {
  const found = places.find((place) => hasSecret(jsonObject.safeParse(metadata).data?.[place]));
  return found && refuse('not_implemented', { message: `${field}.${found} is not implemented` });
};
