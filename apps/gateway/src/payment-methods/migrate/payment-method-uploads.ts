import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import { type Logger, redactText } from '@payorch/platform/telemetry';
import { CardNetworkTokenizeRequest, checkDto, CustomerRequest, PaymentMethodMigrate } from '@payorch/rest';
import type { Readable } from 'node:stream';
import { Customers } from '../../customers';
import { RefusalError } from '../../errors';
import { ConcurrencyLimiter } from '../../limits';
import type { RequestTrace } from '../../request';
import { loggerToken } from '../../tokens';
import { type CsvRecord, type ReadRow, streamResults } from '../../uploads';
import { lineNumberOf } from './domain/csv-cells';
import { migrationOf } from './domain/migration';
import { type FormFields, readMigrationRow } from './domain/migration-csv';
import {
  errorText,
  type MigratedRow,
  migratedParts,
  migratedView,
  notMigratedView,
  notUpdatedView,
  shownMigration,
  updatedView,
} from './domain/row-results';
import { readUpdateRow } from './domain/update-csv';
import { CardTokens, type PreparedTokenization } from '../tokenize/card-tokens';
import { readTokenizationRow } from '../tokenize/domain/tokenization-csv';
import { notTokenizedView, shownRequest, type ShownRequest, tokenizedView } from '../tokenize/domain/tokenized-view';
import { PaymentMethodMigrations, type SealedMigration, type Target } from './payment-method-migrations';

/** A form with its rows. */
export interface UploadForm extends FormFields {
  readonly rows: ReadRow<CsvRecord>[];
}

/** Each upload holds its rows in memory. */
const uploadsAtOnce = 2;
const waitingUploads = 4;
/** Few, so that an upload does not delay the payments beside it. */
const rowsAtOnce = 8;
/** Sealing is work of the processor: other requests get their turn after so many rows. */
const sealedAtOnce = 20;

const stopped = refuse('precondition_failed', { message: 'The gateway is shutting down: send the row again' });

const textOf = (refusal: Refusal): string => redactText(errorText(refusal));

/** A row of a file of migrations, checked and with its card sealed. */
interface PreparedRow extends MigratedRow {
  readonly work: { readonly customer: CustomerRequest; readonly sealed: SealedMigration } | Refusal;
}

/** A row of a file of cards to tokenize, checked and with its card sealed. */
interface TokenRow {
  readonly shown: ShownRequest;
  readonly work: PreparedTokenization | Refusal;
}

interface Begun<Row> {
  readonly rows: readonly Row[];
  readonly handle: (row: Row) => Promise<object>;
}
type Begin<Row> = (form: UploadForm, target: Target) => Promise<Begun<Row>>;

/** Files of payment methods: each row has its own result, and a file may be sent again as a whole. */
@Injectable()
export class PaymentMethodUploads {
  private readonly turns = new ConcurrencyLimiter(uploadsAtOnce, waitingUploads);
  private isStopping = false;

  constructor(
    @Inject(PaymentMethodMigrations) private readonly migrations: Pick<
      PaymentMethodMigrations,
      'targetOf' | 'seal' | 'store' | 'update'
    >,
    @Inject(CardTokens) private readonly tokens: Pick<CardTokens, 'served' | 'prepareCard' | 'prepareSaved'>,
    @Inject(Customers) private readonly customers: Pick<Customers, 'create'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'info' | 'error'>,
  ) {}

  /** No further row begins. */
  stop(): void {
    this.isStopping = true;
  }

  /** The results of the rows as JSON, while they are stored. `read` reads the form of the request. */
  migrate(read: () => Promise<UploadForm | Refusal>, trace: RequestTrace): Promise<Readable | Refusal> {
    return this.upload(read, trace, async (form, target) => ({
      rows: await this.sealedRows(form, (row, line) => this.prepare(row, line, form, target)),
      handle: (row: PreparedRow) => this.migrateRow(row, target, trace),
    }));
  }

  update(read: () => Promise<UploadForm | Refusal>, trace: RequestTrace): Promise<Readable | Refusal> {
    return this.upload(read, trace, (form, target) =>
      Promise.resolve({
        rows: form.rows,
        handle: (row: ReadRow<CsvRecord>) => this.updateRow(row, form, target, trace),
      }),
    );
  }

  /** Saves the cards of a file, and has a network token made of each. */
  tokenize(read: () => Promise<UploadForm | Refusal>, trace: RequestTrace): Promise<Readable | Refusal> {
    return this.upload(read, trace, async (form, target) => ({
      rows: await this.sealedRows(form, (row) => this.prepareToken(row, form, target)),
      handle: ({ work, shown }: TokenRow) =>
        this.guarded(
          (refusal) => notTokenizedView(shown, refusal),
          trace,
          async () => {
            const result = isRefusal(work) ? work : await work.run(trace);
            return isRefusal(result) ? result : tokenizedView({ shown }, result);
          },
        ),
    }));
  }

  private async prepareToken(record: CsvRecord, form: FormFields, target: Target): Promise<TokenRow> {
    const nothing: ShownRequest = { customer: {}, tokenization_data: null };
    const row = readTokenizationRow(record, form);
    if (isRefusal(row)) return { shown: nothing, work: row };
    const sent = checked(CardNetworkTokenizeRequest, row.request);
    if (isRefusal(sent)) return { shown: nothing, work: sent };
    const { tokens } = this;
    const work =
      row.paymentMethodId === undefined
        ? await tokens.prepareCard(sent, target)
        : await tokens.prepareSaved(row.paymentMethodId, sent, target);
    return { shown: isRefusal(work) ? shownRequest(sent, sent.customer.id ?? '') : work.shown, work };
  }

  /** Answers once the rows are read, and has its turn until the last one is stored. */
  private upload<Row>(
    read: () => Promise<UploadForm | Refusal>,
    trace: RequestTrace,
    begin: Begin<Row>,
  ): Promise<Readable | Refusal> {
    return new Promise((resolve, reject) => {
      const work = async (): Promise<true> => {
        const form = await read();
        if (isRefusal(form)) resolve(form);
        else await this.run(form, trace, begin, resolve);
        return true;
      };
      this.turns
        .run(work)
        .then((ran) => ran ?? resolve(refuse('too_many_requests', { retry_after: '5' })))
        .catch(reject);
    });
  }

  private async run<Row>(
    form: UploadForm,
    trace: RequestTrace,
    begin: Begin<Row>,
    answer: (results: Readable | Refusal) => void,
  ): Promise<void> {
    const target = await this.migrations.targetOf(form.merchantId);
    if (isRefusal(target)) return answer(target);
    const { rows, handle } = await begin(form, target);
    const { stream, done } = streamResults(rows, handle, rowsAtOnce);
    answer(stream);
    await done;
    const facts = { request_id: trace.correlationId, merchant_id: form.merchantId, rows: rows.length };
    this.logger.info(facts, 'an upload of payment methods ended');
  }

  /** Seals the cards of all rows before the first one is stored, and empties the form: no number waits for its turn. */
  private async sealedRows<Row>(
    form: UploadForm,
    prepare: (row: CsvRecord, line: number) => Promise<Row>,
  ): Promise<readonly Row[]> {
    const prepared: Row[] = [];
    for (const [index, { row, line }] of form.rows.splice(0).entries()) {
      prepared.push(await prepare(row, lineNumberOf(row, line)));
      if (index % sealedAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return prepared;
  }

  private async prepare(record: CsvRecord, line: number, form: FormFields, target: Target): Promise<PreparedRow> {
    const failed = (work: Refusal): PreparedRow => ({ line, shown: shownMigration(null), parts: null, work });
    const row = readMigrationRow(record, form);
    if (isRefusal(row)) return failed(row);
    const customer = checked(CustomerRequest, row.customer);
    if (isRefusal(customer)) return failed(customer);
    const sent = checked(PaymentMethodMigrate, row.paymentMethod);
    if (isRefusal(sent)) return failed(sent);
    const migration = migrationOf(sent, new Date());
    if (isRefusal(migration)) return failed(migration);
    const sealed = await this.migrations.seal(migration, target);
    return {
      line,
      shown: shownMigration(migration),
      parts: migratedParts(migration),
      work: isRefusal(sealed) ? sealed : { customer, sealed },
    };
  }

  private migrateRow(row: PreparedRow, target: Target, trace: RequestTrace): Promise<object> {
    const { work } = row;
    const fail = (refusal: Refusal): object => notMigratedView(row, textOf(refusal));
    return this.guarded(fail, trace, async () => {
      if (isRefusal(work)) return work;
      const refused = await this.createCustomer(work.customer, target, trace);
      if (refused) return refused;
      const stored = await this.migrations.store(work.sealed, target, trace);
      return isRefusal(stored) ? stored : migratedView(row, stored.paymentMethodId);
    });
  }

  /** A customer that exists is not changed. */
  private async createCustomer(
    customer: CustomerRequest,
    { merchant }: Target,
    { correlationId, traceparent }: RequestTrace,
  ): Promise<Refusal | undefined> {
    const sender = { merchant, trace: { correlationId, traceparent }, ip: '' };
    const created = await this.customers.create(customer, sender);
    return isRefusal(created) && created.code !== 'customer_exists' ? created : undefined;
  }

  private updateRow(
    { row, line }: ReadRow<CsvRecord>,
    form: FormFields,
    target: Target,
    trace: RequestTrace,
  ): Promise<object> {
    const update = readUpdateRow(row, form, new Date());
    const number = lineNumberOf(row, line);
    const fail = (refusal: Refusal): object =>
      notUpdatedView(number, isRefusal(update) ? null : update.paymentMethodId, textOf(refusal));
    return this.guarded(fail, trace, async () => {
      const updated = isRefusal(update) ? update : await this.migrations.update(update, target, trace);
      return isRefusal(updated) ? updated : updatedView(number, JSON.parse(updated.toString()) as object);
    });
  }

  /** A row that fails does not stop the others. A cell in an error could be a card number in the wrong column. */
  private async guarded(
    failed: (refusal: Refusal) => object,
    trace: RequestTrace,
    work: () => Promise<object | Refusal>,
  ): Promise<object> {
    if (this.isStopping) return failed(stopped);
    try {
      const result = await work();
      return isRefusal(result) ? failed(result) : result;
    } catch (error) {
      if (error instanceof RefusalError) return failed(error.refusal);
      const facts = { error, request_id: trace.correlationId };
      this.logger.error(facts, 'the gateway could not store a row of an upload');
      return failed(refuse('internal'));
    }
  }
}

/** The cells of a row as the request that they stand for; the first fault names its field. */
function checked<T extends object>(dto: new () => T, value: object): T | Refusal {
  const result = checkDto(dto, value);
  if (result.kind === 'valid') return result.value;
  const [first] = result.violations;
  return refuse('precondition_failed', { message: [first?.path.join('.'), first?.message].filter(Boolean).join(': ') });
}
