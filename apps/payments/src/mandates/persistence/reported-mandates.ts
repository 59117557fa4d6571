import type { connectorMandateReported, DataOf } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';

type Report = Pick<DataOf<typeof connectorMandateReported>, 'merchantId' | 'account' | 'mandateReference'>;

export const reportKey = ({ merchantId, account, mandateReference }: Report): string =>
  JSON.stringify([merchantId, account.merchantConnectorId, mandateReference]);

/** Mandates of one saved payment method. A customer has few; without a limit one webhook could fill a batch. */
const mostMandates = 500;

interface Found {
  readonly merchant_id: MerchantId;
  readonly merchant_connector_id: string;
  readonly mandate_reference: string;
  readonly mandates: readonly string[];
}

const statement = `
  SELECT r.merchant_id, r.merchant_connector_id, r.mandate_reference, found.mandates
  FROM unnest($1::text[], $2::text[], $3::text[]) AS r (merchant_id, merchant_connector_id, mandate_reference)
  CROSS JOIN LATERAL (
    SELECT array_agg(mandate_id) AS mandates FROM (
      SELECT mandate_id FROM mandates m
      WHERE m.merchant_id = r.merchant_id AND m.merchant_connector_id = r.merchant_connector_id
        AND m.mandate_reference = r.mandate_reference AND m.status <> 'revoked'
      LIMIT ${mostMandates}
    ) of_reference
  ) found
  WHERE found.mandates IS NOT NULL`;

/** The ids of the mandates that charge the reported payment methods and are not revoked, by `reportKey`. */
export async function findReportedMandates(
  sql: Sql,
  reports: readonly Report[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.query<Found>(statement, [
    reports.map(({ merchantId }) => merchantId),
    reports.map(({ account }) => account.merchantConnectorId),
    reports.map(({ mandateReference }) => mandateReference),
  ]);
  return new Map(
    rows.map(({ merchant_id: merchantId, merchant_connector_id, mandate_reference: mandateReference, mandates }) => {
      const account = { merchantConnectorId: merchant_connector_id } as Report['account'];
      return [reportKey({ merchantId, account, mandateReference }), mandates];
    }),
  );
}
