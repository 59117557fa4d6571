// One system for these journeys: its start takes longer than most of them. The first one compares every row of the system.
import './consumers.journey';
import './outbox.journey';
// The last one: it leaves another instance of payments running.
import './two-instances.journey';
