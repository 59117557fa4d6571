import type { AuthenticationId, Currency, MerchantId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { resourceColumns, resourceFields } from '@payorch/platform/resources';
import { type RowPlace, type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import type { StandaloneState } from '../domain/standalone.machine';
import type { AuthenticationRow } from './authentication.rows';

/** The number of the card is a seal of its own: a worker opens it. */
export const authenticationBody = new SealedColumn('authentications.body', [
  ...['clientSecret', 'customer', 'card.holderName', 'billing', 'shipping', 'browserInfo', 'email', 'progress'],
]);

interface Body extends Pick<
  StandaloneAuthentication,
  'connector' | 'returnUrl' | 'forceChallenge' | 'customer' | 'clientSecret' | 'card' | 'billing' | 'shipping'
> {
  readonly browserInfo: StandaloneAuthentication['browserInfo'];
  readonly email: StandaloneAuthentication['email'];
  readonly progress: StandaloneAuthentication['progress'];
  readonly syncCount: number;
  readonly pendingReplies: StandaloneAuthentication['pendingReplies'];
  readonly stepAt: string;
  readonly lastLookupAt: string | null;
}

const bodyOf = (authentication: StandaloneAuthentication): Body => ({
  connector: authentication.connector,
  returnUrl: authentication.returnUrl,
  forceChallenge: authentication.forceChallenge,
  customer: authentication.customer,
  clientSecret: authentication.clientSecret,
  card: authentication.card,
  billing: authentication.billing,
  shipping: authentication.shipping,
  browserInfo: authentication.browserInfo,
  email: authentication.email,
  progress: authentication.progress,
  syncCount: authentication.syncCount,
  pendingReplies: authentication.pendingReplies,
  stepAt: authentication.stepAt.toISOString(),
  lastLookupAt: authentication.lastLookupAt && authentication.lastLookupAt.toISOString(),
});

const placeOf = ({ merchantId, authenticationId }: StandaloneAuthentication): RowPlace => ({
  merchantId,
  objectId: authenticationId,
});

/** Columns are for searches and constraints; the body has the fields that are only read with the authentication. */
export const authenticationToRow = (
  seals: RowSeals,
  authentication: StandaloneAuthentication,
): WrittenRow<AuthenticationRow> => ({
  ...resourceColumns(authentication),
  merchant_id: authentication.merchantId,
  authentication_id: authentication.authenticationId,
  partition: authentication.partition,
  amount: minorUnitsToJson(authentication.money.amount),
  currency: authentication.money.currency,
  expires_at: authentication.expiresAt,
  body: authenticationBody.write(seals, bodyOf(authentication), placeOf(authentication)),
});

export function authenticationFromRow(seals: RowSeals, row: StoredRow<AuthenticationRow>): StandaloneAuthentication {
  const place = { merchantId: row.merchant_id, objectId: row.authentication_id };
  const { stepAt, lastLookupAt, ...body } = authenticationBody.read(seals, row.body, place) as Body;
  return {
    ...body,
    ...resourceFields<StandaloneState>(row),
    // A sealed field that was null is absent in the column.
    customer: body.customer ?? null,
    card: body.card && { ...body.card, holderName: body.card.holderName ?? null },
    billing: body.billing ?? null,
    shipping: body.shipping ?? null,
    browserInfo: body.browserInfo ?? null,
    email: body.email ?? null,
    progress: body.progress ?? null,
    merchantId: row.merchant_id as MerchantId,
    authenticationId: row.authentication_id as AuthenticationId,
    partition: row.partition,
    money: { amount: minorUnitsFromColumn(row.amount), currency: row.currency as Currency },
    stepAt: new Date(stepAt),
    lastLookupAt: lastLookupAt === null ? null : new Date(lastLookupAt),
    expiresAt: new Date(row.expires_at),
  };
}
