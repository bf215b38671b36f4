import { expect, test } from 'vitest'
import { growthOf, mostGrowth } from '#tests/support/growth.ts'
import { findInHomePage } from './find-in-home-page.ts'

const find = (html: string, address = 'https://shop.example/') => findInHomePage(html, address)

test.each([
  ['shopify', '<script>Shopify.theme = {"name":"Dawn"};</script>'],
  ['shopify', '<link rel="stylesheet" href="//shop.example/cdn/shop/t/1/assets/base.css">'],
  ['shopify', '<img src="https://cdn.shopify.com/s/files/1/0000/cup.jpg">'],
  ['woocommerce', '<meta name="generator" content="WooCommerce 9.3.3">'],
  [
    'woocommerce',
    '<link href="/wp-content/plugins/hello/a.css"><script src="/wp-content/plugins/woocommerce/cart.js"></script>',
  ],
  ['wordpress', '<meta name="generator" content="WordPress 6.6">'],
  ['wordpress', '<script src="https://shop.example/wp-includes/js/jquery.js"></script>'],
  ['wix', '<meta name="Generator" content="Wix.com Website Builder">'],
  ['wix', '<img src="https://static.wixstatic.com/media/a.png">'],
  ['bigcommerce', '<link href="https://cdn11.bigcommerce.com/s-abc/stencil/theme.css">'],
  ['squarespace', '<script src="//assets.squarespace.com/universal/scripts.js"></script>'],
  ['magento', '<script type="text/x-magento-init">{}</script>'],
  ['magento', '<body data-mage-init=\'{"loader":{}}\'>'],
  ['prestashop', '<meta name="generator" content="PrestaShop">'],
  ['webflow', '<html data-wf-site="65f0" data-wf-page="65f1">'],
])('a page of %s is known by %s', async (platform, html) => {
  expect(await find(html)).toMatchObject({ platform })
})

test.each([
  ['an empty page', ''],
  ['words about a platform', '<p>We moved from Shopify.theme to WooCommerce, see /wp-content/</p>'],
  ['a link to one', '<a href="https://cdn.shopify.com/s/files/1/a.pdf">Manual</a>'],
  ['a comment', '<!-- <meta name="generator" content="WordPress 6.6"> -->'],
  ['a buy button', '<script src="https://sdks.shopifycdn.com/buy-button/latest.js"></script>'],
])('%s is not taken for a platform', async (_name, html) => {
  expect(await find(html)).toMatchObject({ platform: null, hasTagManager: false })
})

test.each([
  '<script async src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>',
  "<script>j.src='https://www.googletagmanager.com/gtm.js?id='+i</script>",
])('a tag manager is found in %s', async (html) => {
  expect(await find(html)).toMatchObject({ hasTagManager: true })
})

const style = (css: string) => `<style>${css}</style>`

test.each([
  ['the theme color', '#8a2be2', '<meta name="theme-color" content=" #8A2BE2 ">'],
  ['a short color', '#aa0044', '<meta name="theme-color" content="#a04">'],
  [
    'the light theme color',
    '#0a5fd0',
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#ff0000">
     <meta name="theme-color" content="rgb(10, 95, 208)">`,
  ],
  [
    'a button’s where the theme color is white',
    '#b3261e',
    '<meta name="theme-color" content="#ffffff"><button style="background: #b3261e">Buy</button>',
  ],
  [
    'the most used of buttons',
    '#00687a',
    `<button style="background-color:#ff00aa">A</button>
     <a class="btn" style="background:#00687a">B</a><a class="btn" style="background:#00687a">C</a>
     <a style="background:#ff00ff">x</a><a style="background:#ff00ff">x</a><a style="background:#ff00ff">x</a>`,
  ],
  [
    'a rule of buttons',
    '#3f51b5',
    style('p{color:#f00} .product .btn:hover,.btn{background:#3f51b5}'),
  ],
  ['a variable of the brand', '#5d4037', style(':root{--color-primary: #5d4037; --gap: 4px}')],
  ['channels in a variable', '#1b5e20', style(':root{--color-button: 27, 94, 32}')],
  [
    'the button’s, not its text',
    '#6a1b9a',
    style(':root{--button-text-color:#ffee00;--button-border:#ffee00;--button-bg:#6a1b9a}'),
  ],
  ['with its importance', '#ad1457', style('button{background:#ad1457 !important}')],
])('the brand color is %s', async (_name, color, html) => {
  expect(await find(html)).toMatchObject({ color })
})

test.each([
  ['nothing', '<h1>Tea</h1>'],
  [
    'black, white and gray',
    '<meta name="theme-color" content="#111"><button style="background:#eee">',
  ],
  ['no color', '<meta name="theme-color" content="red;}</style><script>">'],
  ['channels beyond a byte', '<meta name="theme-color" content="rgb(300, 0, 0)">'],
  ['a transparent one', '<meta name="theme-color" content="#ff000080">'],
  ['a variable’s name', style('.btn{background:var(--evil)}')],
  ['a color of text', style('.btn{color:#ff0000} p{background:#ff0000}')],
])('%s is no brand color', async (_name, html) => {
  expect(await find(html)).toMatchObject({ color: null })
})

test('only the shop’s links to pages after an order are offered, as bare paths', async () => {
  const html = `<a href="/Thank-You?order=1#x">1</a><a href="thank-you/">2</a>
    <a href="https://shop.example/danke">3</a><a href="https://other.example/thanks">4</a>
    <a href="javascript:alert('/thanks')">5</a><a href="/teas/thankful">6</a>
    <a href="/a/thanks/${'x'.repeat(200)}">7</a><a href="http://">8</a><a href="/thanks%00">9</a>`

  const { thankYouPaths } = await find(html)

  expect(thankYouPaths).toEqual(['/Thank-You', '/thank-you/', '/danke'])
})

test('only the shop’s unrecognized checkouts are offered, decoded, without its cart', async () => {
  const html = `<a href="/checkout">1</a><a href="/secure-checkout?step=1">2</a>
    <form action="/zur-kasse"></form><a href="/payment-methods">4</a><a href="/cart/checkout-info">5</a>
    <a href="https://other.example/my-checkout">6</a><a href="/caf%C3%A9/my-payment">7</a>
    <a href="/secure-checkout">8</a><a href="/secure-checkout-%00">9</a><a href="/secure-checkout%0A">10</a>`

  expect((await find(html)).checkoutPaths).toEqual([
    '/secure-checkout',
    '/zur-kasse',
    '/café/my-payment',
  ])
})

test.each([
  ['<style>', '{--', '</style>'],
  ['<style>', '--button', '</style>'],
  ['<style>', '.btn ', '{background:#f00}</style>'],
  ['<script>', 'Shopify.', '</script>'],
  ['<meta name="theme-color" content="', '1 ', '">'],
  ['', '<a href="/thanks">', ''],
])('the cost of a page is linear: %s%s…', async (start, piece, end) => {
  const pageOf = (length: number) => start + piece.repeat(length / piece.length) + end

  expect(await growthOf(find, pageOf, 2_000_000)).toBeLessThan(mostGrowth)
})
