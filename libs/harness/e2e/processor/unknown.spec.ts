// One system for these journeys: its start takes longer than most of them.
import './unknown-outcomes.journey';
import './refund-unknown.journey';
