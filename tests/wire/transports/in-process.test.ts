import { createInProcessTransport } from '../../../wire/transports/in-process.js';
import { describeTransport } from '../laws.js';

describeTransport('in-process', {
  open: async (handler, timeoutMs) => createInProcessTransport({ handler, timeoutMs }),
});
