/** Formats an activity exactly as visitors see it, with the nudge types' own code. */
import type { ActivityKind } from '#app/contract/activities.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { formatConversion } from '#app/domain/nudges/types/conversion.ts'
import { formatPerson, type PersonFacts } from '#app/domain/wording/person.ts'
import { formatPurchase, type ActivityText } from '#app/domain/wording/purchase.ts'
import { formatReview } from '#app/domain/wording/review.ts'
import { countByCity, placeKey } from '#app/domain/serving/data/recent-activities.server.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { singleTypeOf, type ActivityWindow } from './nudges-showing.server.ts'
import { fullQuery } from '#app/domain/nudges/types/registry.ts'

export type ActivityTextRow = Omit<PersonFacts, 'sameCity'> & {
  kind: ActivityKind
  /** See `cityKey` of the nudges. */
  cityKey: string | null
  productTitle: string | null
  stars: number | null
  body: string | null
}

export type ActivityTextRule = { options: SiteOptions; words: WordsOf }

/** @param sameCity number of activities in its time frame that share its city */
export function formatActivity(
  row: ActivityTextRow,
  sameCity: number,
  { options, words }: ActivityTextRule,
): ActivityText {
  const facts = { ...row, sameCity }
  const rule = { conversion: options.conversion, words }
  const query = fullQuery(singleTypeOf(row.kind), {})
  switch (row.kind) {
    case 'purchase':
      return formatPurchase(facts, { ...rule, query })
    case 'signup':
      return { title: formatPerson(facts, rule), text: formatConversion({ words, content: null }) }
    case 'review':
      return formatReview(facts, { ...rule, showProductName: query.showProductName, all: null })
  }
}

/** For each row, in order: how many activities of its kind and time frame share its city. */
export async function countSameCity(
  tx: Queries,
  site: SiteScope,
  {
    kind,
    rows,
    activityWindow,
    at,
  }: {
    kind: ActivityKind
    rows: readonly ActivityTextRow[]
    activityWindow: ActivityWindow
    at: Date
  },
): Promise<number[]> {
  const query = {
    ago: activityWindow.seconds,
    listSize: activityWindow.listSize,
    integration: null,
  }
  const keys = rows.flatMap(({ cityKey }) => cityKey ?? [])
  const totals = await countByCity(tx, site, { view: { kind, query, at }, keys })
  return rows.map(({ cityKey, country }) =>
    cityKey === null ? 0 : (totals.get(placeKey(cityKey, country)) ?? 0),
  )
}
