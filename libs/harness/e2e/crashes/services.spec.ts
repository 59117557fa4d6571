// One system for these journeys: its start takes longer than most of them. The last one replaces every instance.
import './first-payment.journey';
import './outsider.journey';
import './drain.journey';
