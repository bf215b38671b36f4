/**
 * Labels of the editor's fields and choices, for the editor and for descriptions of changes. Safe in
 * the browser.
 */
import type { NudgePlacement, NudgeRules, PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeLook } from '#app/contract/nudge-settings.ts'

/** Values with their labels. */
type Choices<Value extends string> = readonly (readonly [Value, string])[]

export const matchChoices: Choices<PathRule['match']> = [
  ['contains', 'contains'],
  ['exact', 'is exactly'],
  ['pattern', 'matches pattern (* = anything)'],
]

export const kindChoices: Choices<NudgeRules['kinds'][number]> = [
  ['home', 'Home page'],
  ['product', 'Product'],
  ['collection', 'Collection'],
  ['cart', 'Cart'],
  ['other', 'Other'],
]

export const deviceChoices: Choices<NudgeRules['devices'][number]> = [
  ['desktop', 'Desktop'],
  ['mobile', 'Phones'],
]

export const audienceChoices: Choices<NudgeRules['audience']> = [
  ['all', 'All'],
  ['new', 'New or unrecognized visitors'],
  ['returning', 'Returning visitors who gave consent'],
]

export const whereChoices: Choices<NudgePlacement['where']> = [
  ['after', 'After the element'],
  ['before', 'Before the element'],
  ['prepend', 'Inside, at the start'],
  ['append', 'Inside, at the end'],
]

/** Without a choice of the nudge. */
export const asSite = 'Same as site'

export const themeChoices: Choices<NudgeLook['theme']> = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Match page'],
]

export const imageChoices: Choices<NudgeLook['imagePosition']> = [
  ['start', 'Before the text'],
  ['end', 'After the text'],
  ['none', 'None'],
]

export const fieldLabels = {
  name: 'Name',
  pages: 'Only on pages where the path',
  notPages: 'Not on pages where the path',
  kinds: 'Page types',
  devices: 'Devices',
  audience: 'Visitors',
  from: 'Start',
  until: 'End',
  placement: 'Placement',
  title: 'Title',
  text: 'Text',
  one: 'Text when the number is 1',
  layout: 'Layout',
  design: 'Design',
  theme: 'Card',
  image: 'Image',
  showTitle: 'Title above the text',
  border: 'Card border',
  color: 'Brand color',
  deliveryZone: 'Shop time zone',
  cutOffs: 'Same-day shipping cutoff',
  deliversOn: 'Delivery days',
  transit: 'Transit time in business days',
  holidays: 'Holidays',
  holidaysUntil: 'Holidays entered through',
  currency: 'Currency',
  thresholds: 'Free delivery threshold',
  restrictions: 'Restrictions',
} as const
