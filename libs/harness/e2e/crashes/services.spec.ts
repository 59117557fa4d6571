// One system for these journeys: its start takes longer than most of them. The second one replaces every instance.
import './first-payment.journey';
import './drain.journey';

jest.setTimeout(240_000);
