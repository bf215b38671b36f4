import type { BackfillProgress } from '#app/domain/shops/shops.server.ts'
import { productName } from '#app/lib/product.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Banner } from '#app/ui/kit/banner.tsx'

/** While the data that a shop had before the install is brought in, or Shopify refuses a part of it. */
export function ShopProgress({ progress }: { progress: BackfillProgress }) {
  const { counts, state } = progress
  const soFar = `${countWithNoun(counts.products, 'product')} and ${countWithNoun(counts.orders, 'order')} so far.`
  switch (state) {
    case 'refused':
      return (
        <Banner
          tone="warning"
          title="Shopify hasn’t approved order data yet"
          action={{ content: 'Import orders', url: '/data-feeds/imports' }}
        >
          <p>
            Your orders arrive automatically once Shopify allows {productName} to read them. You
            don’t have to do anything. Until then, import orders from a file, or publish a nudge
            that needs no orders.
          </p>
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="warning" title="Some of your shop’s data couldn’t be imported">
          <p>{soFar} We’ll try again within an hour.</p>
        </Banner>
      )
    case 'running':
      return (
        <Banner tone="info" title="Importing your shop’s data">
          <p>{soFar} Orders of the last 60 days are included. You can keep working.</p>
        </Banner>
      )
  }
}
