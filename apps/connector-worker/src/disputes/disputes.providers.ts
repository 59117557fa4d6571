import type { Provider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { MessageProducer } from '@payorch/platform/kafka';
import { MerchantSeals } from '@payorch/platform/sealing';
import { provide, provideFrom } from '@payorch/platform/service';
import { StoredFiles } from '@payorch/platform/storage';
import type { Logger } from '@payorch/platform/telemetry';
import { OpenedAccounts } from '../accounts/opened-accounts';
import { ProcessorCall } from '../calls/processor-call';
import type { Config } from '../config';
import { OperationRepository } from '../persistence/operation.repository';
import { UnmatchedDisputeRepository } from '../persistence/unmatched-dispute.repository';
import { DisputeCharges } from './dispute-charges';
import { DisputeMatcher } from './dispute-matcher';
import { DisputeReader } from './dispute-reader';
import { EvidenceFiles } from '../sealed/evidence-files';
import { DisputesFetcher } from './fetch-disputes';

const clock = systemClock;

/** How often the worker searches the charges of disputes that came before them. */
const matchEveryMs = 1_000;

/** What finds the charges of disputes, and what reads disputes at processors. */
export const disputeProviders = (config: Config, logger: Logger): Provider[] => [
  UnmatchedDisputeRepository,
  provide(EvidenceFiles, [StoredFiles], (stored: StoredFiles) => new EvidenceFiles(stored)),
  provideFrom(
    DisputeCharges,
    { rows: OperationRepository, unmatched: UnmatchedDisputeRepository, accounts: OpenedAccounts },
    {},
  ),
  provideFrom(DisputeReader, { accounts: OpenedAccounts, processor: ProcessorCall }, { logger }),
  provideFrom(
    DisputesFetcher,
    { accounts: OpenedAccounts, processor: ProcessorCall, charges: DisputeCharges },
    { logger },
  ),
  provideFrom(
    DisputeMatcher,
    {
      unmatched: UnmatchedDisputeRepository,
      charges: DisputeCharges,
      producer: MessageProducer,
      seals: MerchantSeals,
    },
    { clock, logger, everyMs: matchEveryMs, retainedForMs: config.unmatchedDisputesRetainedMs },
  ),
];
