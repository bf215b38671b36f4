/** The figures of speed as rows of a file, in the units in which they were measured. */
import type { CsvCell } from '#app/lib/csv.ts'
import { groupNames, speedGroups, speedWords } from './speed-words.ts'
import type { Speed } from './speed.server.ts'

export const speedRows = ({ metrics }: Speed): CsvCell[][] => [
  ['Figure', 'Unit', 'Pages', 'Measured', '75 of 100 are at most', 'Lower end', 'Upper end'],
  ...metrics.flatMap(({ metric, groups }) =>
    speedGroups.flatMap((group) => {
      const found = groups[group]
      if (!found) return []
      const unit = metric === 'cls' ? 'score' : 'ms'
      const figures = [found.value, found.lower, found.upper].map((value) =>
        Number(value.toPrecision(3)),
      )
      return [[speedWords[metric].name, unit, groupNames[group], found.pages, ...figures]]
    }),
  ),
]
