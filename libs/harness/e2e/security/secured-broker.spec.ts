// One system for these journeys: its start takes longer than most of them. The first one expects no group but those of the apps.
import './secured-broker.journey';
import './subscribers.journey';
import './read-models.journey';
