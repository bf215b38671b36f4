/** Labels of settings, for the editor and the version history. */
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '../types/registry.ts'

const queryLabels: Record<keyof NudgeQuery, string> = {
  ago: 'How far back',
  minimum: 'Fewest that are told',
  maximum: 'From this number on “and more” is told',
  deadline: 'Ends at',
  duration: 'Window in minutes',
  listSize: 'How many in turn',
  countries: 'Visitors’ countries',
  hideEmpty: 'Nothing instead of words without a fact',
  javascript: 'Facts that the page tells may be told',
  integration: 'Source',
  rotateNudges: 'The next one with each page',
  skipSeenNudges: 'Nobody sees the same one twice',
  persistentNudge: 'Stays until it is closed',
  showProductName: 'Names the product',
  hideHighStockNudge: 'Nothing while there is more stock',
}

export const queryLabel = (type: NudgeType, option: keyof NudgeQuery): string =>
  nudgeDefinitions[type].labels.options?.[option] ?? queryLabels[option]
