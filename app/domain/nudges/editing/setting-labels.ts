/** Labels of settings, for the editor and the version history. */
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '../types/registry.ts'

const queryLabels: Record<keyof NudgeQuery, string> = {
  ago: 'Look-back period',
  minimum: 'Minimum number',
  maximum: 'Show “+” above this number',
  deadline: 'Ends at',
  duration: 'Time frame in minutes',
  listSize: 'Number of items to rotate',
  countries: 'Visitor countries',
  hideEmpty: 'Hide when a value is missing',
  javascript: 'Use data from the page',
  integration: 'Source',
  rotateNudges: 'Continue with the next item on each page',
  skipSeenNudges: 'Skip items already seen',
  persistentNudge: 'Stay until closed',
  showProductName: 'Show the product name',
  hideHighStockNudge: 'Hide when stock is above the maximum',
}

export const queryLabel = (type: NudgeType, option: keyof NudgeQuery): string =>
  nudgeDefinitions[type].labels.options?.[option] ?? queryLabels[option]
