import type { ShopNotice } from '#app/presenters/shop-progress.ts'
import { Banner } from '#app/ui/kit/banner.tsx'

/** While the data that a shop had before the install is brought in, or Shopify refuses a part of it. */
export function ShopProgress({ notice }: { notice: ShopNotice }) {
  const { tone, title, text, refusal } = notice
  const action = refusal === null ? {} : { action: { content: 'Import orders', url: importPath } }
  return (
    <Banner tone={tone} title={title} {...action}>
      <p>{text}</p>
    </Banner>
  )
}

const importPath = '/data-feeds/imports'
