/** The words of an item at a moment. */
import type { PixelItem } from '#app/contract/pixel.ts'
import type { Parts, FormattedItem } from './core.ts'
import type { PageContext } from './page-context.ts'

/** True when the words are not ready as they came. */
export const isOpen = ({ count, threshold, hasVariables, countsDown }: PixelItem) =>
  count ?? threshold ?? hasVariables ?? countsDown

/** Items whose words are open need `tellItem`; without it there is nothing to tell. */
export const formatItem = (
  item: PixelItem,
  moment: PageContext,
  fillItem: Parts['fillItem'] | undefined,
): FormattedItem => {
  const { from = 0, until = Infinity } = item
  if (moment.now < from || moment.now >= until) return 'no_data'
  if (!isOpen(item)) return item

  return fillItem ? fillItem(item, moment) : 'no_data'
}
