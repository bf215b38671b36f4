/** The import of a shop's data in words. Few shops read them, so browsers get them with the data. */
import type { BackfillProgress } from '#app/domain/shops/shops.server.ts'
import { productName } from '#app/lib/product.ts'

export type ShopNotice = {
  tone: 'info' | 'warning'
  title: string
  text: string
  /** For the step that waits for a first order. Null: Shopify keeps none back. */
  refusal: string | null
}

const count = new Intl.NumberFormat('en')
const countOf = (total: number, noun: string) =>
  `${count.format(total)} ${noun}${total === 1 ? '' : 's'}`

export function describeShopProgress({ counts, state }: BackfillProgress): ShopNotice {
  const soFar = `${countOf(counts.products, 'product')} and ${countOf(counts.orders, 'order')} so far.`
  switch (state) {
    case 'refused':
      return {
        tone: 'warning',
        title: 'Shopify hasn’t approved order data yet',
        text: `Your orders arrive automatically once Shopify allows ${productName} to read them. You don’t have to do anything. Until then, import orders from a file, or publish a nudge that needs no orders.`,
        refusal:
          'Shopify hasn’t approved order data yet. Your orders arrive automatically after that. Until then, import them from a file, or choose a nudge that needs no orders.',
      }
    case 'failed':
      return {
        tone: 'warning',
        title: 'Some of your shop’s data couldn’t be imported',
        text: `${soFar} We’ll try again within an hour.`,
        refusal: null,
      }
    case 'running':
      return {
        tone: 'info',
        title: 'Importing your shop’s data',
        text: `${soFar} Orders of the last 60 days are included. You can keep working.`,
        refusal: null,
      }
  }
}
