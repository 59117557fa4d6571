/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Flag, Instant, List, Nested, OneOf, Text, Whole } from '../decorators';
import { Currency, ReconciliationFindingKind, ReconciliationSource, RecordKind, RecordState } from './enums';

@Closed()
export class ResolveIncidentRequest {
  @Text({ min: 1, max: 64 })
  resolved_by!: string;
  @Text({ min: 1, max: 500 })
  reason!: string;
}

@Closed()
export class ProcessorRecordsRequest {
  @Text({ min: 1, max: 64 })
  merchant_id!: string;
  @Text({ min: 1, max: 64 })
  merchant_connector_id!: string;
  @OneOf(RecordKind)
  kind!: RecordKind;
  @IsOptional() @Text({ min: 1, max: 255 })
  connected_account?: string | null;
  @Instant()
  from!: string;
  @Instant()
  till!: string;
  @IsOptional() @Text({ min: 1, max: 1024 })
  cursor?: string | null;
}

@Closed()
export class OwnRecordsRequest {
  @Text({ min: 1, max: 64 })
  merchant_id!: string;
  @Text({ min: 1, max: 64 })
  merchant_connector_id!: string;
  @OneOf(RecordKind)
  kind!: RecordKind;
  @IsOptional() @Instant()
  from?: string | null;
  @IsOptional() @Instant()
  till?: string | null;
  @IsOptional() @Text({ min: 1, max: 1024 })
  cursor?: string | null;
  @IsOptional() @List() @Text({ min: 1, max: 255 }, { each: true })
  references?: string[] | null;
  @IsOptional() @List() @Text({ min: 1, max: 255 }, { each: true })
  our_ids?: string[] | null;
}

@Closed()
export class ReconciliationSyncRequest {
  @Text({ min: 1, max: 64 })
  merchant_id!: string;
  @OneOf(RecordKind)
  kind!: RecordKind;
  @Text({ min: 1, max: 64 })
  id!: string;
}

@Closed()
export class ReconciliationCounts {
  @Whole('u64')
  matched!: number;
  @Whole('u64')
  double!: number;
  @Whole('u64')
  missing_here!: number;
  @Whole('u64')
  missing_there!: number;
  @Whole('u64')
  different_sums!: number;
  @Whole('u64')
  different_states!: number;
  @Whole('u64')
  waiting!: number;
}

@Closed()
export class ReconciledRecord {
  @OneOf(RecordState)
  state!: RecordState;
  @IsOptional() @Whole('u64')
  amount?: number | null;
  @Whole('u64')
  moved!: number;
  @OneOf(Currency)
  currency!: Currency;
  @Instant()
  created_at!: string;
  @IsOptional() @Text({ min: 1, max: 64 })
  internal_state?: string | null;
}

@Closed()
export class ReconciliationFinding {
  @OneOf(ReconciliationFindingKind)
  finding!: ReconciliationFindingKind;
  @OneOf(RecordKind)
  kind!: RecordKind;
  @IsOptional() @Text({ min: 1, max: 255 })
  reference?: string | null;
  @IsOptional() @Text({ min: 1, max: 128 })
  our_id?: string | null;
  @IsOptional() @Text({ min: 1, max: 128 })
  object_id?: string | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  payment_id?: string | null;
  @IsOptional() @Nested(() => ReconciledRecord)
  ours?: ReconciledRecord | null;
  @IsOptional() @Nested(() => ReconciledRecord)
  theirs?: ReconciledRecord | null;
}

@Closed()
export class ReconciliationRequest {
  @Text({ min: 1, max: 64 })
  run_id!: string;
  @Text({ min: 1, max: 64 })
  connector!: string;
  @Text({ min: 1, max: 64 })
  merchant_id!: string;
  @Text({ min: 1, max: 64 })
  merchant_connector_id!: string;
  @OneOf(ReconciliationSource)
  source!: ReconciliationSource;
  @List() @OneOf(RecordKind, { each: true })
  kinds!: RecordKind[];
  @Instant()
  from!: string;
  @Instant()
  till!: string;
  @Text({ min: 1, max: 64 })
  by!: string;
  @Nested(() => ReconciliationCounts)
  counts!: ReconciliationCounts;
  @List() @Nested(() => ReconciliationFinding, { each: true })
  findings!: ReconciliationFinding[];
  @Flag()
  is_last!: boolean;
}
