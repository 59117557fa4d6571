// One system for these journeys: its start takes longer than most of them. The last one starts second instances.
import './database.journey';
import './broker.journey';
