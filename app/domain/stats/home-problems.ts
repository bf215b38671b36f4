/** What keeps a site's nudges from being shown, and where that is put right. Safe in the browser. */

export type HomeProblem = { sentence: string; to: string; action: string }

type Known = {
  siteUuid: string
  pixelSeenAt: Date | null
  now: Date
  /** Whole percent of the plan. Null: unlimited. */
  usedPercent: number | null
}

const silentMillis = 86_400_000
/** As the first mail about it. */
const nearPercent = 70

export function findHomeProblems({ siteUuid, pixelSeenAt, now, usedPercent }: Known) {
  const problems: HomeProblem[] = []
  if (pixelSeenAt !== null && now.getTime() - pixelSeenAt.getTime() > silentMillis) {
    problems.push({
      sentence: 'No page of your site has reported for more than a day.',
      ...{ to: `/pixel/${siteUuid}`, action: 'Check the pixel' },
    })
  }
  if (usedPercent !== null && usedPercent >= nearPercent) {
    problems.push({
      sentence:
        usedPercent >= 100
          ? 'This month’s plan is used up: nudges pause until the next month.'
          : `${String(usedPercent)}% of this month’s plan is used. Nudges pause when all of it is.`,
      ...{ to: '/statistics/meter', action: 'See the meter' },
    })
  }
  return problems
}
