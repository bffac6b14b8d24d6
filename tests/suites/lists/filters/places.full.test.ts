import { testBlame } from '../expect-blame.js';
import { placeFaults } from '../place-faults.js';

testBlame(placeFaults);
