/**
 * Products. Sources: Shopify Help Center, "Using CSV files to import and export products" (both
 * forms of its columns); WooCommerce's `WC_Product_CSV_Exporter` and its translations. A Shopify
 * product has a row for each variant and each further picture.
 */
import type { CellOf, FilePreset } from './preset.ts'

/**
 * Stock of a product. Known only if every variant is counted and none can be sold when it is out of stock.
 */
function shopifyStock(rows: readonly CellOf[]): string {
  const variants = rows.filter((cellOf) => cellOf('variant_price'))
  const isCounted = variants.every(
    (cellOf) =>
      cellOf('tracker') !== '' &&
      cellOf('policy')?.toLowerCase() !== 'continue' &&
      /^-?\d{1,9}$/.test(cellOf('variant_stock') ?? ''),
  )
  if (!isCounted || variants.length === 0) return ''
  const stocks = variants.map((cellOf) => Math.max(0, Number(cellOf('variant_stock'))))
  return String(stocks.reduce((sum, stock) => sum + stock, 0))
}

function lowestPrice(rows: readonly CellOf[]): string {
  const prices = rows.flatMap((cellOf) => cellOf('variant_price') || [])
  return prices.toSorted((one, other) => Number(one) - Number(other))[0] ?? ''
}

const woocommerceColumns = {
  id: ['id', 'sku', 'artikelnummer', 'ugs', 'cod'],
  title: ['name', 'nom', 'nombre', 'nome', 'naam'],
  image_link: ['images', 'bilder', 'imágenes', 'immagine', 'immagini', 'afbeeldingen'],
  price: [
    ...['sale_price', 'angebotspreis', 'tarif_promo', 'precio_rebajado', 'prezzo_in_offerta'],
    ...['actieprijs', 'regular_price', 'regulärer_preis', 'tarif_régulier', 'precio_normal'],
    ...['prezzo_di_listino', 'reguliere_prijs'],
  ],
  stock: ['stock', 'lager', 'bestand', 'inventario', 'magazzino', 'voorraad'],
}

export const productPresets: readonly FilePreset[] = [
  {
    id: 'shopify-products',
    kind: 'product',
    signs: [
      ['handle', 'title', 'variant_price'],
      ['url_handle', 'title', 'inventory_quantity'],
    ],
    columns: {
      id: ['handle', 'url_handle'],
      title: ['title'],
      image_link: ['image_src', 'product_image_url'],
    },
    extras: {
      variant_price: ['variant_price', 'price'],
      variant_stock: ['variant_inventory_qty', 'inventory_quantity'],
      tracker: ['variant_inventory_tracker', 'inventory_tracker'],
      policy: ['variant_inventory_policy', 'continue_selling_when_out_of_stock'],
    },
    rowsOf: ['handle', 'url_handle'],
    merged: (rows) => ({ stock: shopifyStock(rows), price: lowestPrice(rows) }),
  },
  {
    id: 'woocommerce-products',
    kind: 'product',
    signs: [
      ['id', 'type', 'published', 'in_stock?', 'regular_price'],
      ['id', 'typ', 'veröffentlicht', 'vorrätig?', 'regulärer_preis'],
      ['id', 'type', 'publié', 'en_stock_?', 'tarif_régulier'],
      ['id', 'tipo', 'publicado', 'inventario', 'precio_normal'],
      ['id', 'tipo', 'pubblicato', 'in_stock?', 'prezzo_di_listino'],
      ['id', 'type', 'gepubliceerd', 'op_voorraad?', 'reguliere_prijs'],
    ],
    columns: woocommerceColumns,
    extras: {
      type: ['type', 'typ', 'tipo'],
      in_stock: [
        ...['in_stock?', 'vorrätig?', 'en_stock_?', '¿existencias?', '¿en_inventario?'],
        'op_voorraad?',
      ],
      images: woocommerceColumns.image_link,
    },
    refusalOf: (cellOf) =>
      (cellOf('type') ?? '').includes('variation') ? 'Variations are part of their product.' : null,
    merged: ([cellOf]) => ({
      availability: { '1': 'in stock', '0': 'out of stock' }[cellOf?.('in_stock') ?? ''] ?? '',
      image_link: cellOf?.('images')?.split(',')[0] ?? '',
    }),
  },
]
