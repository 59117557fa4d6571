// One system for these journeys: its start takes longer than most of them. The first one counts every refund of the system.
import './refund-crashes.journey';
import './post-capture-void-unknown.journey';
import './dispute-crashes.journey';
