import { describe, expect, test } from 'vitest';
import type { WorldFile } from '../../../contract/world-file.js';
import { type ReadingId, readingOf } from '../../../contract/readings.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Interceptor, Send } from '../../../harness/exchange.js';
import { listsRequirements } from '../../../suites/lists/index.js';
import { onTrial } from '../on-trial.js';
import { type Choices, readingDates } from './date-readings.js';
import * as readings from './other-readings.js';
