import { testBlame } from './expect-blame.js';
import { eventFaults } from './event-faults.js';

testBlame(eventFaults);
