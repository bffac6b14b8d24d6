/** The statuses under which lists may hide a record, whatever status was asked for. */
export const hidingStatuses: readonly string[] = ['draft', 'pending', 'private', 'future'];
