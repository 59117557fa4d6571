// One system for these journeys: its start takes longer than most of them. The first one compares every row of the system.
import './consumers.journey';
import './outbox.journey';

jest.setTimeout(240_000);
