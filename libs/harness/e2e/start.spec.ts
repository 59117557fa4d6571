// One data folder for these journeys; the supervisor's uses the system that the first one leaves running.
import './start.journey';
import './supervisor.journey';
import './failed-starts.journey';

jest.setTimeout(900_000);
