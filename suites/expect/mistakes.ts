/** Mistakes of a target that show in several fields or records alike: failures that name the same one have one cause. */
export const mistakes = {
  changesUnsent: 'an update changes fields that it does not send',
  writesRefused: 'an update that is refused changes the record',
  embedsOtherwise: 'events show the records that they link otherwise than these are',
  clocksDisagree: 'local and UTC times disagree',
} as const;
