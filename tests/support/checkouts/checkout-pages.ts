/** Checkouts as shop systems have them, and pages that aren't any. */

type CheckoutSystem = {
  name: string
  /** Where the facts are from. */
  source: string
  /** URLs of checkout pages, from the path on. */
  addresses: readonly string[]
  /** Elements of checkout pages, for shops that rename the URL. */
  elements?: readonly string[]
}

export const checkoutSystems: readonly CheckoutSystem[] = [
  {
    name: 'Shopify',
    source: 'help.shopify.com, thank-you pages are /checkouts/…/thank_you',
    addresses: ['/checkouts/cn/Z2NwLXVz/information', '/1234/checkouts/5f3', '/checkout/thank_you'],
  },
  {
    name: 'WooCommerce',
    source: 'github.com/woocommerce/woocommerce: wc_create_page, wc_body_class',
    addresses: ['/checkout/', '/checkout/order-pay/17/?pay_for_order=true', '/de/kasse/'],
    elements: ['<div class="woocommerce-checkout">Pay</div>'],
  },
  {
    name: 'Magento 1, OpenMage and extensions',
    source: 'github.com/OpenMage/magento-lts: app/code/core/Mage/Checkout; firecheckout docs',
    addresses: [
      '/checkout/onepage/',
      '/onestepcheckout/',
      '/firecheckout/',
      '/onepagecheckout/geo',
    ],
  },
  {
    name: 'Magento 2 and Adobe Commerce',
    source: 'github.com/magento/magento2: app/code/Magento/Checkout/etc/frontend/routes.xml',
    addresses: ['/checkout/#shipping', '/en/checkout/index/index', '/checkout/#payment'],
  },
  {
    name: 'PrestaShop and thirty bees',
    source: 'github.com/thirtybees/thirtybees: install-dev/langs/*/data/meta.xml',
    addresses: [
      ...['/order', '/en/order', '/order?step=1', '/index.php?controller=order&step=3'],
      ...['/index.php?id_lang=2&controller=order-opc', '/fr/commande', '/de/bestellung'],
      ...['/it/ordine', '/es/pedido', '/br/pedido', '/pt/encomenda', '/nl/bestelling'],
      ...['/pl/zamowienie', '/cs/objednavka', '/ro/comanda', '/module/supercheckout/supercheckout'],
    ],
  },
  {
    name: 'BigCommerce',
    source: 'developer.bigcommerce.com: checkout and order confirmation',
    addresses: ['/checkout', '/checkout.php', '/checkout/order-confirmation/104'],
  },
  {
    name: 'OpenCart',
    source: 'github.com/opencart/opencart: catalog/controller/checkout/checkout.php',
    addresses: [
      '/index.php?route=checkout/checkout',
      '/index.php?language=en-gb&route=checkout/checkout',
      '/index.php?route=extension/quickcheckout/checkout',
      '/checkout',
    ],
    elements: ['<div id="checkout-checkout">Pay</div>'],
  },
  {
    name: 'Shopware 5',
    source: 'github.com/shopware5/shopware: engine/Shopware/Controllers/Frontend/Checkout.php',
    addresses: ['/checkout/confirm', '/checkout/shippingPayment/sTarget/checkout'],
  },
  {
    name: 'Shopware 6',
    source: 'github.com/shopware/shopware: Storefront/Controller/CheckoutController.php',
    addresses: ['/checkout/confirm', '/checkout/register', '/de/checkout/finish?orderId=1'],
  },
  {
    name: 'OXID eShop',
    source: 'github.com/OXID-eSales/oxideshop_ce: source/Application/Controller, order of steps',
    addresses: [
      '/index.php?cl=user',
      '/index.php?cl=payment',
      '/index.php?lang=1&cl=order&fnc=execute',
    ],
  },
  {
    name: 'Zen Cart',
    source: 'github.com/zencart/zencart: includes/modules/pages/checkout_*',
    addresses: [
      '/index.php?main_page=checkout_shipping',
      '/shop/index.php?main_page=checkout_confirmation&zenid=1',
      '/index.php?main_page=checkout_one',
    ],
  },
  {
    name: 'osCommerce, Gambio and modified eCommerce',
    source: 'github.com/osCommerce/oscommerce2: catalog/checkout_*.php; xtcModified has the same',
    addresses: [
      '/checkout_shipping.php',
      '/catalog/checkout_payment_address.php',
      '/checkout_confirmation.php?language=de',
      '/checkout_process.php',
    ],
  },
  {
    name: 'nopCommerce',
    source: 'github.com/nopSolutions/nopCommerce: Nop.Web/Infrastructure/RouteProvider.cs',
    addresses: ['/onepagecheckout', '/onepagecheckout#opc-billing', '/checkout/billingaddress'],
  },
  {
    name: 'Squarespace',
    source: 'support.squarespace.com: the checkout page is /checkout with a cart token',
    addresses: ['/checkout?cartToken=x1', '/commerce/checkout/5f'],
  },
  {
    name: 'Wix',
    source: 'dev.wix.com: Get Checkout URL',
    addresses: ['/checkout?appSectionParams=%7B%7D&checkoutId=5', '/shop/checkout/payment'],
  },
  {
    name: 'Ecwid',
    source: 'api-docs.ecwid.com: storefront pages; older carts have one word for each step',
    addresses: ['/shop#!/~/checkout/address', '/#!/~/checkoutDelivery', '/store/#!/~/checkoutPD'],
  },
  {
    name: 'Snipcart',
    source: 'docs.snipcart.com/v3: the cart is on #/cart, the checkout on #/checkout',
    addresses: ['/#/checkout', '/products/mug?size=2#/checkout'],
  },
  {
    name: 'CS-Cart',
    source: 'docs.cs-cart.com: layouts, dispatch=checkout.checkout',
    addresses: [
      '/index.php?dispatch=checkout.checkout',
      '/index.php?sl=en&dispatch=checkout.checkout',
    ],
  },
  {
    name: 'JTL-Shop',
    source: 'gitlab.com/jtl-software/jtl-shop: bestellvorgang.php; its SEO names by language',
    addresses: ['/bestellvorgang.php?editZahlungsart=1', '/Bestellvorgang', '/Checkout'],
  },
  {
    name: 'Lightspeed eCom',
    source: 'developers.lightspeedhq.com/ecom: checkout and its one-page form',
    addresses: ['/nl/checkout/', '/checkout/onepage/'],
  },
  {
    name: 'Volusion',
    source: 'help.klaviyo.com: code for /one-page-checkout.asp',
    addresses: ['/one-page-checkout.asp', '/checkout.asp#shipping'],
  },
  {
    name: 'Sylius',
    source: 'github.com/Sylius/Sylius: ShopBundle routing/checkout.yml',
    addresses: ['/en_US/checkout/address', '/de_DE/checkout/complete'],
  },
  {
    name: 'Salesforce Commerce Cloud',
    source: 'storefront reference architecture: the controller Checkout-Begin',
    addresses: ['/on/demandware.store/Sites-RefArch-Site/en_US/Checkout-Begin?stage=payment'],
  },
]

/** Checkout pages that belong to no single system, in the languages of their shops. */
export const checkoutAddresses = [
  ...['/check-out.html', '/checkout-2/', '/checkout-begin', '/checkout-step1.asp', '/place-order'],
  ...['/payment', '/pay/17', '/shop/order-pay/3', '/order/pay', '/login?next=/checkout'],
  ...[
    '/kasse',
    '/zahlung.php',
    '/bezahlen',
    '/bestellung',
    '/caisse',
    '/fr/paiement',
    '/commander',
  ],
  ...['/payer', '/betalen', '/bestelling', '/afrekenen', '/kassa', '/kassan', '/pago', '/pagar'],
  ...['/finalizar-la-compra', '/finalizar-compra', '/pagamento', '/cassa', '/caja'],
]

/** Known where nudges are in Arabic. */
export const arabicAddresses = ['/الدفع', '/ar/دفع/', '/إتمام-الطلب', '/اتمام-الشراء']

/** Pages with similar words, on which nudges can show. */
export const otherAddresses = [
  ...['/', '/#', '/?', '/cart', '/products/checkered-shirt', '/products/till', '/kassel'],
  // Texts about checkouts and payments.
  ...['/blog/checkout-tips', '/blog/how-to-checkout', '/blog/speed-up-your-checkout'],
  ...['/payment-methods', '/payments-info', '/pages/paying', '/paypal', '/zahlungsarten'],
  ...['/bestellen-und-liefern', '/faq#payment', '/faq#checkout', '/blog/?tag=checkout'],
  // Orders that were placed, and words that begin like one.
  ...[
    '/orders',
    '/orders-from-space',
    '/order/1001',
    '/order-status',
    '/order-tracking',
    '/commandes',
  ],
  ...['/my-account/orders/', '/bestellungen', '/pedidos', '/pedido/1001', '/ordinateurs'],
  ...['/pre-order', '/order-by-phone', '/border', '/reorder', '/payless-shoes', '/pagode'],
  // Carts.
  ...['/checkout/cart/', '/index.php?route=checkout/cart', '/index.php?dispatch=checkout.cart'],
  // A parameter of any page, and of lists.
  ...['/mug?ref=checkout', '/?utm_campaign=payment', '/teas?orderby=order', '/self-checkout'],
  ...[
    '/index.php?route=product/product&product_id=4',
    '/index.php?cl=details',
    '/?cl=account_user',
  ],
  ...['/#/', '/#/product/1', '/#!/Mug/p/123', '/shop#!/~/cart', '/#/cart'],
]
