/** What is wrong with one nudge, in words that follow its name. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import {
  findPublishBlockers,
  findMissingData,
  type NudgeIssue,
} from '#app/presenters/nudge-list/blockers.ts'
import type { HomeNudgeIssue, NudgeIssueKind } from './nudge-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

export type HomeNudgeState = {
  uuid: string
  name: string
  surface: 'popup' | 'inline'
  state: 'draft' | 'published' | 'paused'
  /** What pages are told, or would be. */
  settings: NudgeSettings
  draft: NudgeSettings | null
  publishAt: Date | null
  /** Since when it is on, as far as that is known. */
  since: Date
  updatedAt: Date
  dataQuery: { type: NudgeType; query: NudgeQuery }
}

type HomeNudgeFacts = {
  at: Date
  facts: Parameters<typeof findMissingData>[1]
  /** Nobody saw it for days, though its pages were visited. */
  isUnseen: boolean
}

/** A day after it was published or changed: nobody is told of what is still being worked on. */
const patience = dayMillis

/** The gravest one of what pages are told, and beside it what waits. */
export function findNudgeIssues(
  nudge: HomeNudgeState,
  { at, facts, isUnseen }: HomeNudgeFacts,
): HomeNudgeIssue[] {
  const { state, since, settings, draft, publishAt, dataQuery } = nudge
  const of = (kind: NudgeIssueKind, sentence: string): HomeNudgeIssue => ({
    ...{ uuid: nudge.uuid, name: nudge.name, surface: nudge.surface, kind, sentence },
  })
  const blockersOf = (checked: NudgeSettings) =>
    findPublishBlockers({ type: dataQuery.type, surface: nudge.surface, settings: checked, at })[0]
  const waiting = findWaiting(nudge, at)

  if (publishAt !== null) {
    const block = blockersOf(draft ?? settings)
    return block ? [of('due', `is to be published and can’t be: ${begin(block)}`)] : []
  }
  if (state !== 'published') return waiting === null ? [] : [of('changed', waiting)]
  const block = blockersOf(settings)
  if (block) return [of('blocked', `is on, and could not be published today: ${begin(block)}`)]

  const changed = waiting === null ? [] : [of('changed', waiting)]
  if (at.getTime() - since.getTime() < patience) return changed
  const missingData = findMissingData(dataQuery, facts)
  if (missingData) return [of('silent', `shows nothing: ${begin(missingData)}`), ...changed]
  if (isUnseen) return [of('unseen', describeUnseen(nudge)), ...changed]
  return changed
}

function findWaiting({ state, draft, updatedAt }: HomeNudgeState, at: Date): string | null {
  if (state === 'draft' || draft === null) return null
  if (at.getTime() - updatedAt.getTime() < patience) return null
  return state === 'published'
    ? 'has changes that no page is told yet.'
    : 'is off, and has changes that were not published.'
}

const describeUnseen = ({ surface }: HomeNudgeState) =>
  surface === 'inline'
    ? 'was not shown for a week, though your pages were visited: they may lack its place.'
    : 'was not shown for a week, though your pages were visited: its rules may leave all of them out.'

/** Goes on behind a colon. */
const begin = ({ sentence }: NudgeIssue) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
