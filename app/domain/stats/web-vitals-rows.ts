/** Web Vitals as rows of a file, in their measured units. */
import type { CsvCell } from '#app/lib/csv.ts'
import { webVitalsGroupNames, webVitalsGroups, webVitalsTexts } from './web-vitals-text.ts'
import type { WebVitals } from './web-vitals.server.ts'

export const webVitalsRows = ({ metrics }: WebVitals): CsvCell[][] => [
  ['Figure', 'Unit', 'Pages', 'Measured', '75 of 100 are at most', 'Lower end', 'Upper end'],
  ...metrics.flatMap(({ metric, groups }) =>
    webVitalsGroups.flatMap((group) => {
      const found = groups[group]
      if (!found) return []
      const unit = metric === 'cls' ? 'score' : 'ms'
      const figures = [found.value, found.lower, found.upper].map((value) =>
        Number(value.toPrecision(3)),
      )
      return [
        [webVitalsTexts[metric].name, unit, webVitalsGroupNames[group], found.pages, ...figures],
      ]
    }),
  ),
]
