import type { BackfillProgress } from '#app/domain/shops/shops.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Banner } from '#app/ui/kit/banner.tsx'

/** While the data that a shop had before the install is brought in. */
export function ShopProgress({ progress }: { progress: BackfillProgress }) {
  const { counts, hasFailed } = progress
  const products = counts.products === 1 ? '1 product' : `${formatCount(counts.products)} products`
  const orders = counts.orders === 1 ? '1 order' : `${formatCount(counts.orders)} orders`
  const soFar = `${products} and ${orders} so far.`
  if (hasFailed) {
    return (
      <Banner tone="warning" title="Some of your shop’s data couldn’t be imported">
        <p>{soFar} We’ll try again within an hour.</p>
      </Banner>
    )
  }
  return (
    <Banner tone="info" title="Importing your shop’s data">
      <p>{soFar} Orders of the last 60 days are included. You can keep working.</p>
    </Banner>
  )
}
