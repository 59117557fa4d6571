// One system for these journeys: its start takes longer than most of them. In the last one two merchants share a payment id, which
// the comparison of all payments with the ledger does not tell apart.
import './amounts.journey';
import './redis.journey';
import './one-attempt.journey';

jest.setTimeout(120_000);
