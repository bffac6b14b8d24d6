export { resourceOf } from './contract/resources.js';
export { payload, requiredOnly } from './generators/payload.js';
export { MARK, type Payload, type Ref } from './generators/wire-value.js';
export { Inconclusive } from './wire/errors.js';
export { WorldLacks } from './kernel/deviation.js';
export type { Exchange } from './wire/exchange.js';
export {
  expectAbsent,
  expectJson,
  expectRefusal,
  expectResponse,
  expectSuccess,
  expectThat,
} from './kernel/expectations.js';
export type { Calendar, Made, Written } from './adapter/calendar/calendar.js';
export type { Shown, ShownPage } from './adapter/reading/lens.js';
export { byId, bySlug } from './adapter/reading/paths.js';
export { customRequirement, type CalendarRequirement, type Subject } from './adapter/subject.js';
export type { World, WorldRecord } from './adapter/world/world.js';
