export { resourceOf } from './contract/resources.js';
export { payload, requiredOnly } from './generators/payload.js';
export { MARK, type Payload, type Ref } from './generators/wire.js';
export { Inconclusive } from './harness/errors.js';
export { WorldLacks } from './harness/deviation.js';
export type { Exchange } from './harness/exchange.js';
export {
  expectAbsent,
  expectJson,
  expectRefusal,
  expectResponse,
  expectSuccess,
  expectThat,
} from './harness/expectations.js';
export type { Calendar, Made, Written } from './target/calendar.js';
export type { Shown, ShownPage } from './target/lens.js';
export { byId, bySlug } from './target/paths.js';
export { customRequirement, type CalendarRequirement, type Subject } from './target/subject.js';
export type { World, WorldRecord } from './target/world/world.js';
