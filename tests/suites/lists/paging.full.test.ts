import { testBlame } from './expect-blame.js';
import { pagingFaults } from './paging-faults.js';

testBlame(pagingFaults);
