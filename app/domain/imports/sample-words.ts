/** Whether a row could be shown after the import, in words. Safe in the browser. */
import type { ActivityState } from '#app/domain/activities/activity-state.ts'

export const sampleWords: Record<ActivityState, string> = {
  live: 'Can be shown',
  waiting: 'Needs approval',
  hidden: 'Hidden by an exclusion',
  old: 'Too old for your nudges',
  withheld: 'Excluded: test, free or canceled',
  unsigned: 'Unverified',
  ahead: 'Future date',
  unproved: 'Page not verified',
  unlisted: 'No longer listed',
  unreached: 'Not found lately',
}
