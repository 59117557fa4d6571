// One system for these journeys: its start takes longer than most of them. The first one looks for a key in every row.
import './sealing-key.journey';
import './master-key.journey';
import './data-keys.journey';
