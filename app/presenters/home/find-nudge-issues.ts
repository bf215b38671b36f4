/** Issues of one nudge, in words that follow its name. Needs no database. */
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
  /** The published settings, or those of the draft. */
  settings: NudgeSettings
  draft: NudgeSettings | null
  publishAt: Date | null
  /** When it was turned on, as far as that is known. */
  since: Date
  updatedAt: Date
  dataQuery: { type: NudgeType; query: NudgeQuery }
}

type HomeNudgeFacts = {
  at: Date
  facts: Parameters<typeof findMissingData>[1]
  /** Not a single impression for days, although its pages were visited. */
  isUnseen: boolean
}

/**
 * Issues are shown a day after publication or a change, so that work in progress isn't reported.
 */
const patience = dayMillis

/** The most serious issue of the published version, and pending changes. */
export function findNudgeIssues(
  nudge: HomeNudgeState,
  { at, facts, isUnseen }: HomeNudgeFacts,
): HomeNudgeIssue[] {
  const { state, since, settings, draft, publishAt, dataQuery } = nudge
  const of = (kind: NudgeIssueKind, sentence: string): HomeNudgeIssue => ({
    uuid: nudge.uuid,
    name: nudge.name,
    surface: nudge.surface,
    kind,
    sentence,
  })
  const blockersOf = (checked: NudgeSettings) =>
    findPublishBlockers({ type: dataQuery.type, surface: nudge.surface, settings: checked, at })[0]
  const waiting = findWaiting(nudge, at)

  if (publishAt !== null) {
    const block = blockersOf(draft ?? settings)
    return block ? [of('due', `is scheduled but can’t be published: ${begin(block)}`)] : []
  }
  if (state !== 'published') return waiting === null ? [] : [of('changed', waiting)]
  const block = blockersOf(settings)
  if (block) return [of('blocked', `is live but no longer meets our rules: ${begin(block)}`)]

  const changed = waiting === null ? [] : [of('changed', waiting)]
  if (at.getTime() - since.getTime() < patience) return changed
  const missingData = findMissingData(dataQuery, facts)
  if (missingData) return [of('silent', `isn’t showing: ${begin(missingData)}`), ...changed]
  if (isUnseen) return [of('unseen', describeUnseen(nudge)), ...changed]
  return changed
}

function findWaiting({ state, draft, updatedAt }: HomeNudgeState, at: Date): string | null {
  if (state === 'draft' || draft === null) return null
  if (at.getTime() - updatedAt.getTime() < patience) return null
  return state === 'published' ? 'has unpublished changes.' : 'is off and has unpublished changes.'
}

const describeUnseen = ({ surface }: HomeNudgeState) =>
  surface === 'inline'
    ? 'hasn’t been shown for a week, although your pages had visits. Check its placement.'
    : 'hasn’t been shown for a week, although your pages had visits. Its targeting may exclude them all.'

/** Continues after a colon. */
const begin = ({ sentence }: NudgeIssue) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
