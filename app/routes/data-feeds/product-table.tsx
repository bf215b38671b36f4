import { Badge } from '@shopify/polaris'
import type { Product } from '#app/domain/products/products.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Cell, Row, RowHead, Table, type Column } from '#app/ui/table.tsx'

type ProductTableProps = {
  products: readonly Product[]
  /** By name. */
  sort: NonNullable<Column['sort']>
  now: Date
  mayChange: boolean
}

export const ProductTable = ({ products, sort, now, mayChange }: ProductTableProps) => (
  <Table
    caption="Products by name"
    columns={[
      { label: 'Product', sort },
      { label: 'ID' },
      { label: 'Price', isNumber: true },
      {
        label: 'Stock',
        isNumber: true,
        about: 'Units in stock according to the feed. A dash means the feed doesn’t include stock.',
      },
      { label: 'Updated' },
      ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
    ]}
  >
    {products.map((product) => (
      <Row key={product.id}>
        <RowHead>
          {product.title} {product.isHidden && <Badge>Hidden</Badge>}
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
              className="feed-act"
              hidden={{ intent: product.isHidden ? 'show' : 'hide', id: String(product.id) }}
            />
          </Cell>
        )}
      </Row>
    ))}
  </Table>
)

function priceOf({ priceCents, currency }: Product): string {
  if (priceCents === null) return '–'
  return currency === null ? (priceCents / 100).toFixed(2) : formatMoney(priceCents, currency)
}

function stockOf({ stock, isAvailable }: Product): string {
  if (stock !== null) return String(stock)
  if (isAvailable === null) return '–'
  return isAvailable ? 'In stock' : 'Out of stock'
}
