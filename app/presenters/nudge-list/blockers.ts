/** Why a nudge can't be published, or shows nothing. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { lintNudge } from '#app/domain/nudges/linter/lint-nudge.ts'
import { contentShape, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { nounFor } from '#app/domain/nudges/types/kit/nouns.ts'

export type NudgeIssue = {
  /** `blocked`: can't be published as it is. `silent`: is published, but has no data to show. */
  kind: 'blocked' | 'silent'
  sentence: string
}

type CheckedNudge = {
  type: NudgeType
  surface: 'popup' | 'inline'
  settings: NudgeSettings
  at: Date
}

/** Returns the issues that would stop publishing. */
export function findPublishBlockers({ type, surface, settings, at }: CheckedNudge): NudgeIssue[] {
  const isWhole = contentShape(type)?.safeParse(settings.content ?? {}).success ?? true
  const unfinished = 'Required fields are missing.'
  const sentences = [
    ...(isWhole ? [] : [unfinished]),
    ...lintNudge({ type, surface, settings, at })
      .filter(({ level }) => level === 'block')
      .map(({ sentence }) => sentence),
  ]
  return sentences.map((sentence) => ({ kind: 'blocked', sentence }))
}

type Found = { found: number; needed: number; isCovered: boolean }

/** Null when there is enough data. */
export function findMissingData(
  { type, query }: { type: NudgeType; query: NudgeQuery },
  facts: Found | undefined,
): NudgeIssue | null {
  const { activityKind, labels } = nudgeDefinitions[type]
  if (facts === undefined || activityKind === undefined) return findMissingPageFacts(type, query)
  const window = formatWindow(query.ago)
  const { found, needed, isCovered } = facts
  if (found === 0) return missingData(`No ${labels.many} to show from ${window}.`)
  if (found < needed) {
    return missingData(
      `Only ${String(found)} ${nounFor(found, labels)} in ${window}. It needs at least ${String(needed)}.`,
    )
  }
  if (!isCovered) return missingData(`You don’t have data for all of ${window} yet.`)
  return findMissingPageFacts(type, query)
}

function findMissingPageFacts(type: NudgeType, { javascript }: NudgeQuery): NudgeIssue | null {
  const { pageFact, readsProductFeeds } = nudgeDefinitions[type]
  if (javascript || pageFact === undefined || readsProductFeeds) return null
  return missingData('It needs data from the page, but “Use data from the page” is off.')
}

const missingData = (sentence: string): NudgeIssue => ({ kind: 'silent', sentence })

const hour = 3600
const day = 24 * hour

/** "the last 7 days". */
function formatWindow(seconds: number): string {
  if (seconds % day === 0)
    return seconds === day ? 'the last day' : `the last ${String(seconds / day)} days`
  const hours = Math.round(seconds / hour)
  return hours === 1 ? 'the last hour' : `the last ${String(hours)} hours`
}
