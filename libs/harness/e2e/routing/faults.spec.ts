// One system for these journeys: its start takes longer than most of them. The last ones stop the workers and Redis, and start them again.
import './activations.journey';
import './deletions.journey';
import './kills.journey';
import './begin-checks.journey';
import './dynamic.journey';
