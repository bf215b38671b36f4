/** What is wrong with one nudge, in words that follow its name. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { findBlocks, findSilence, type NudgeProblem } from '#app/presenters/nudge-list/blockers.ts'
import type { NudgeTrouble, TroubleKind } from './nudge-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

export type JudgedNudge = {
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
  told: { type: NudgeType; query: NudgeQuery }
}

type Known = {
  at: Date
  facts: Parameters<typeof findSilence>[1]
  /** Nobody saw it for days, though its pages were visited. */
  isUnseen: boolean
}

/** A day after it was published or changed: nobody is told of what is still being worked on. */
const patience = dayMillis

/** The gravest one of what pages are told, and beside it what waits. */
export function findTroubles(nudge: JudgedNudge, { at, facts, isUnseen }: Known): NudgeTrouble[] {
  const { state, since, settings, draft, publishAt, told } = nudge
  const of = (kind: TroubleKind, sentence: string): NudgeTrouble => ({
    ...{ uuid: nudge.uuid, name: nudge.name, surface: nudge.surface, kind, sentence },
  })
  const blocksOf = (judged: NudgeSettings) =>
    findBlocks({ type: told.type, surface: nudge.surface, settings: judged, at })[0]
  const waiting = findWaiting(nudge, at)

  if (publishAt !== null) {
    const block = blocksOf(draft ?? settings)
    return block ? [of('due', `is to be published and can’t be: ${begin(block)}`)] : []
  }
  if (state !== 'published') return waiting === null ? [] : [of('changed', waiting)]
  const block = blocksOf(settings)
  if (block) return [of('blocked', `is on, and could not be published today: ${begin(block)}`)]

  const changed = waiting === null ? [] : [of('changed', waiting)]
  if (at.getTime() - since.getTime() < patience) return changed
  const silence = findSilence(told, facts)
  if (silence) return [of('silent', `shows nothing: ${begin(silence)}`), ...changed]
  if (isUnseen) return [of('unseen', sayUnseen(nudge)), ...changed]
  return changed
}

function findWaiting({ state, draft, updatedAt }: JudgedNudge, at: Date): string | null {
  if (state === 'draft' || draft === null) return null
  if (at.getTime() - updatedAt.getTime() < patience) return null
  return state === 'published'
    ? 'has changes that no page is told yet.'
    : 'is off, and has changes that were not published.'
}

const sayUnseen = ({ surface }: JudgedNudge) =>
  surface === 'inline'
    ? 'was not shown for a week, though your pages were visited: they may lack its place.'
    : 'was not shown for a week, though your pages were visited: its rules may leave all of them out.'

/** Goes on behind a colon. */
const begin = ({ sentence }: NudgeProblem) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
