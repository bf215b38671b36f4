/** Issues of one nudge, in words that follow its name. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { findPublishBlockers, type NudgeIssue } from '#app/presenters/nudge-list/blockers.ts'
import type { HomeNudgeIssue, NudgeIssueKind } from './nudge-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

export type HomeNudgeState = {
  uuid: string
  name: string
  type: NudgeType
  surface: 'popup' | 'inline'
  state: 'draft' | 'published' | 'paused'
  draft: NudgeSettings | null
  isScheduled: boolean
  /** When it was turned on, as far as that is known. In milliseconds since 1970. */
  since: number
  /** In milliseconds since 1970. */
  updatedAt: number
}

type HomeNudgeFacts = {
  at: Date
  /** The issue that would stop publishing its stored settings. */
  block: NudgeIssue | undefined
  missingData: NudgeIssue | null
  /** Not a single impression for days, although its pages were visited. */
  isUnseen: boolean
}

/** Issues are shown a day after publication or a change, so work in progress isn't reported. */
const patience = dayMillis

/** The most serious issue of the published version, and pending changes. */
export function findNudgeIssues(
  nudge: HomeNudgeState,
  { at, block: ofStored, missingData, isUnseen }: HomeNudgeFacts,
): HomeNudgeIssue[] {
  const { type, state, since, draft, isScheduled } = nudge
  const of = (kind: NudgeIssueKind, sentence: string): HomeNudgeIssue => ({
    uuid: nudge.uuid,
    name: nudge.name,
    surface: nudge.surface,
    kind,
    sentence,
  })
  const waiting = findWaiting(nudge, at)

  if (isScheduled) {
    const [block] = draft
      ? findPublishBlockers({ type, surface: nudge.surface, settings: draft, at })
      : [ofStored]
    return block ? [of('due', `is scheduled but can’t be published: ${begin(block)}`)] : []
  }
  if (state !== 'published') return waiting === null ? [] : [of('changed', waiting)]
  if (ofStored) return [of('blocked', `is live but no longer meets our rules: ${begin(ofStored)}`)]

  const changed = waiting === null ? [] : [of('changed', waiting)]
  if (at.getTime() - since < patience) return changed
  if (missingData) return [of('silent', `isn’t showing: ${begin(missingData)}`), ...changed]
  if (isUnseen) return [of('unseen', describeUnseen(nudge)), ...changed]
  return changed
}

function findWaiting({ state, draft, updatedAt }: HomeNudgeState, at: Date): string | null {
  if (state === 'draft' || draft === null) return null
  if (at.getTime() - updatedAt < patience) return null
  return state === 'published' ? 'has unpublished changes.' : 'is off and has unpublished changes.'
}

const describeUnseen = ({ surface }: HomeNudgeState) =>
  surface === 'inline'
    ? 'hasn’t been shown for a week, although your pages had visits. Check its placement.'
    : 'hasn’t been shown for a week, although your pages had visits. Its targeting may exclude them all.'

/** Continues after a colon. */
const begin = ({ sentence }: NudgeIssue) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
