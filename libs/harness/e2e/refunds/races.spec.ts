// One system for these journeys: its start takes longer than most of them. The first one looks at every balance of the system.
import './refund-races.journey';
import './post-capture-void-races.journey';

jest.setTimeout(600_000);
