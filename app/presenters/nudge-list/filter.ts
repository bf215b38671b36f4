/** Filters of a list of nudges. Safe in the browser. */
import type { NudgeType } from '#app/contract/nudges.ts'

export const listStates = ['on', 'off', 'draft', 'changed', 'scheduled'] as const
export type ListState = (typeof listStates)[number]

export const stateLabels: Record<ListState, string> = {
  on: 'On',
  off: 'Off',
  draft: 'Draft',
  changed: 'Unpublished changes',
  scheduled: 'Scheduled',
}

export const listIssues = ['silent', 'blocked', 'none'] as const
export type ListIssue = (typeof listIssues)[number]

export const issueLabels: Record<ListIssue, string> = {
  silent: 'Live, nothing to show',
  blocked: 'Can’t be published',
  none: 'No issues',
}

/** Keys that a list can be sorted by, apart from the display order. */
export const listOrderKeys = ['name', 'shown', 'hovers', 'clicks', 'closes'] as const
export type ListOrderKey = (typeof listOrderKeys)[number]

export type ListFilter = {
  /** Part of the name. */
  text?: string | undefined
  type?: NudgeType | undefined
  state?: ListState | undefined
  problem?: ListIssue | undefined
}
