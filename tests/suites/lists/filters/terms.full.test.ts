import { testBlame } from '../expect-blame.js';
import { termFaults } from '../term-faults.js';

testBlame(termFaults);
