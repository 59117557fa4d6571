import { Inject, Injectable } from '@nestjs/common';
import { type Refusal, refuse } from '@payorch/contracts';
import { type MerchantId, referenceIdPattern } from '@payorch/kernel';
import type { ReconciliationAccountListQuery } from '@payorch/rest';
import { type ConnectorAccount, ConnectorAccounts } from '../accounts';
import { Database, orUnavailable } from '../persistence';

const listed = `
  SELECT merchant_id, merchant_connector_id, connector_name AS connector, profile_id, coalesce(disabled, false) AS disabled, connector_label
  FROM merchant_connector_accounts
  WHERE (merchant_id, merchant_connector_id) > ($1, $2) AND connector_name = $3
  ORDER BY merchant_id, merchant_connector_id LIMIT $4`;
const usualLimit = 100;
/** A merchant and an account of it: the last ones of the page before. */
const cursorForm = /^([A-Za-z0-9_-]{1,64})\/([A-Za-z0-9_-]{1,64})$/;

interface Row {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
}

/** The connector accounts that a reconciliation compares. */
@Injectable()
export class ReconciliationAccounts {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve'>,
  ) {}

  /** Of all merchants, in the order of their ids. */
  async list({ connector, cursor, limit }: ReconciliationAccountListQuery): Promise<object | Refusal> {
    const first = limit ?? usualLimit;
    if (first < 1 || first > usualLimit) return refuse('invalid_value', { field: 'limit' });
    const place = cursor == null ? ['', '', ''] : cursorForm.exec(cursor);
    if (!place) return refuse('invalid_value', { field: 'cursor' });
    const data = await orUnavailable(
      this.database.read('every', (sql) => sql.query<Row>(listed, [place[1], place[2], connector, first])),
    );
    const last = data.length === first ? data.at(-1) : undefined;
    return { data, next: last ? `${last.merchant_id}/${last.merchant_connector_id}` : null };
  }

  async find(merchantId: string, merchantConnectorId: string): Promise<ConnectorAccount | Refusal> {
    const isId = referenceIdPattern.test(merchantId) && referenceIdPattern.test(merchantConnectorId);
    if (!isId) return refuse('connector_account_not_found', { reason: merchantConnectorId });
    return this.accounts.retrieve(merchantId as MerchantId, merchantConnectorId);
  }
}
