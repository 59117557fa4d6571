// One system for these journeys: its start takes longer than most of them. The last one stops and resumes the workers.
import './activations.journey';
import './deletions.journey';
import './kills.journey';
import './begin-checks.journey';

jest.setTimeout(40_000);
