// One system for these journeys: its start takes longer than most of them. In the last one two merchants have a payment of the same
// id, and the comparison of all payments with the ledger knows them by id alone.
import './amounts.journey';
import './redis.journey';
import './one-attempt.journey';
