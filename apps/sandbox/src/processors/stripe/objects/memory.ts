import { Inject, Injectable } from '@nestjs/common';
import { Journal } from '../../../kit/ledger/journal';
import { ObjectMemory } from '../../../kit/objects/object-memory';
import type { StripeSettings } from '../settings';
import { stripeSettings } from '../settings';
import { readRecord } from './older-records';
import type { StripeRecord } from './records';
import { StripeObjects } from './store';

/** A payment leaves about four events, a stored response of its own and one of the call before it. */
const positionsPerPayment = 4;

@Injectable()
export class StripeMemory extends ObjectMemory<StripeRecord, StripeObjects> {
  constructor(
    journal: Journal,
    @Inject(stripeSettings) { maxEndedRetained: max }: Pick<StripeSettings, 'maxEndedRetained'>,
  ) {
    super('stripe', new StripeObjects(max), journal, max * positionsPerPayment, readRecord);
  }
}
