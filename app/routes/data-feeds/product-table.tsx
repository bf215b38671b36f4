import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { Product, ProductOrder } from '#app/domain/products/products.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Image } from '#app/ui/image.tsx'
import { formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Cell, Row, RowHead, sortBy, Table, type SortedList } from '#app/ui/table.tsx'

/** With the address of its image on our server. */
type ListedProduct = Omit<Product, 'image'> & { image: ImageSource | null }

type ProductTableProps = {
  products: readonly ListedProduct[]
  sorted: SortedList<ProductOrder['by']>
  now: Date
  mayChange: boolean
}

export const ProductTable = ({ products, sorted, now, mayChange }: ProductTableProps) => (
  <div className="product-table">
    <Table
      caption="Products"
      columns={[
        { label: 'Product', sort: sortBy(sorted, 'title') },
        { label: 'ID' },
        { label: 'Price', isNumber: true, sort: sortBy(sorted, 'price', true) },
        {
          label: 'Stock',
          isNumber: true,
          about:
            'Units in stock according to the feed. A dash means the feed doesn’t include stock.',
          sort: sortBy(sorted, 'stock'),
        },
        { label: 'Updated' },
        ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
      ]}
    >
      {products.map((product) => (
        <ProductRow key={product.id} {...{ product, now, mayChange }} />
      ))}
    </Table>
  </div>
)

const noImage = <span className="product-image" aria-hidden />

type ProductRowProps = { product: ListedProduct; now: Date; mayChange: boolean }

const ProductRow = ({ product, now, mayChange }: ProductRowProps) => (
  <Row>
    <RowHead>
      <span className="line gap-12">
        {product.image ? (
          <Image
            source={product.image}
            width={40}
            height={40}
            alt=""
            className="product-image"
            instead={noImage}
          />
        ) : (
          noImage
        )}
        <span>
          {product.title} {product.isHidden && <Badge>Hidden</Badge>}
        </span>
      </span>
    </RowHead>
    <Cell label="ID">{product.externalId}</Cell>
    <Cell label="Price" isNumber>
      {priceOf(product)}
    </Cell>
    <Cell label="Stock" isNumber>
      {stockOf(product)}
    </Cell>
    <Cell label="Updated">
      <RelativeTime at={product.updatedAt} now={now} />
    </Cell>
    {mayChange && (
      <Cell label="">
        <ActionForm
          action={product.isHidden ? 'Show' : 'Hide'}
          actionLabel={`${product.isHidden ? 'Show' : 'Hide'}: ${product.title}`}
          className=""
          hidden={{ intent: product.isHidden ? 'show' : 'hide', id: String(product.id) }}
        />
      </Cell>
    )}
  </Row>
)

function priceOf({ priceCents, currency }: ListedProduct): string {
  if (priceCents === null) return '–'
  return currency === null ? (priceCents / 100).toFixed(2) : formatMoney(priceCents, currency)
}

function stockOf({ stock, isAvailable }: ListedProduct): string {
  if (stock !== null) return String(stock)
  if (isAvailable === null) return '–'
  return isAvailable ? 'In stock' : 'Out of stock'
}
