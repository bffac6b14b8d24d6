import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { toWatch, type Watch } from '../../kernel/monitor.js';
import { breaksNowhere, watchServerErrors } from './server-errors.js';

/** What holds for every exchange, whatever it is sent for. */
export const monitoringRequirements: readonly CalendarRequirement[] = [breaksNowhere];

/** Watches the executions of all requirements on one target. */
export const watchCalendar = (profile: TargetProfile): Watch => toWatch([watchServerErrors(profile)]);
