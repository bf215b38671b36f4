/** How a shop's thank-you page reports its order through the page API, by platform. */
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import type { OrderSource } from '#app/presenters/onboarding/order-sources.ts'

export type ThankYouScript = {
  id: 'own' | 'woocommerce' | 'bigcommerce'
  name: string
  steps: readonly string[]
  code: string
}

const placeholders = `<script>
(window.footfall = window.footfall || []).push(['track', 'purchase', {
  id: 'ORDER NUMBER', first_name: 'FIRST NAME', country: 'TWO LETTERS',
  product: { title: 'PRODUCT', url: 'PRODUCT PAGE' } }])
</script>`

/** Empty values are left out: the page API refuses them. JSON_HEX_TAG keeps a name from ending the script. */
const woocommerce = `add_action('woocommerce_thankyou', function ($id) {
  $order = wc_get_order($id);
  if (!$order || $order->has_status('failed')) return;
  $item = current($order->get_items());
  $report = array_filter([
    'id' => (string) $order->get_order_number(),
    'first_name' => $order->get_billing_first_name(),
    'city' => $order->get_billing_city(),
    'country' => $order->get_billing_country(),
    'product' => $item ? ['title' => $item->get_name(), 'url' => get_permalink($item->get_product_id())] : null,
  ]);
  $json = wp_json_encode($report, JSON_HEX_TAG | JSON_HEX_AMP);
  echo "<script>(window.footfall = window.footfall || []).push(['track', 'purchase', $json])</script>";
});`

/** The Storefront API describes the order only to the browser that placed it. */
const bigcommerce = `<script>
fetch('/api/storefront/orders/{{checkout.order.id}}', { credentials: 'same-origin' })
  .then(function (response) { return response.json() })
  .then(function (order) {
    var lines = order.lineItems
    var item = lines.physicalItems.concat(lines.digitalItems)[0]
    var buyer = order.billingAddress || {}
    var report = { id: String(order.orderId) }
    if (buyer.firstName) report.first_name = buyer.firstName
    if (buyer.city) report.city = buyer.city
    if (buyer.countryCode) report.country = buyer.countryCode
    if (item) report.product = { title: item.name, url: item.url, image: item.imageUrl }
    window.footfall = window.footfall || []
    window.footfall.push(['track', 'purchase', report])
  })
</script>`

/** Shopify has none: its checkout runs no code of a theme, and the app receives the orders. */
export const thankYouScripts: readonly ThankYouScript[] = [
  {
    id: 'own',
    name: 'Your own page',
    steps: [
      'Paste the script into the page that visitors see after an order. The pixel has to be on it too.',
      'Replace the words in capitals with your page’s values.',
    ],
    code: placeholders,
  },
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    steps: [
      'Add the code with a code snippets plugin, or to functions.php in your child theme.',
      'Place a test order. It appears here.',
    ],
    code: woocommerce,
  },
  {
    id: 'bigcommerce',
    name: 'BigCommerce',
    steps: [
      'Go to Storefront, then Script Manager, and create a script.',
      'Choose Footer, Order confirmation and the script type Script, then paste the code.',
      'Place a test order. It appears here.',
    ],
    code: bigcommerce,
  },
]

/** The easiest one of a platform: a ready script or the app, otherwise a file, which each shop can export. */
export function easiestSource(platform: ShopPlatform | null): OrderSource {
  const isReady = platform === 'shopify' || thankYouScripts.some(({ id }) => id === platform)
  return isReady ? 'page' : 'file'
}
