/** The text of an item at one moment. */
import type { PixelItem } from '#app/contract/pixel.ts'
import type { Parts, FormattedItem } from './core.ts'
import type { PageContext } from './page-context.ts'

/** True when the text isn't final. */
export const isOpen = ({ count, threshold, hasVariables, countsDown }: PixelItem) =>
  count ?? threshold ?? hasVariables ?? countsDown

/** Items without a final text need `fillItem`. Without it they aren't shown. */
export const formatItem = (
  item: PixelItem,
  moment: PageContext,
  fillItem: Parts['fill'] | undefined,
): FormattedItem => {
  const { from = 0, until = Infinity } = item
  if (moment.now < from || moment.now >= until) return 'no_data'
  if (!isOpen(item)) return item

  return fillItem ? fillItem(item, moment) : 'no_data'
}
