/** Which part of a link to a product's page is stored and requested (docs/threats.md T69). */
import { expect, test } from 'vitest'
import { namePage, readPagePath } from './page-path.ts'

const shop = 'https://shop.example'
const read = (link: string) => readPagePath(new URL(link, shop))

test.each([
  ['/products/tee', '/products/tee'],
  ['/de/products/tee', '/de/products/tee'],
  ['/products/tee#reviews', '/products/tee'],
  ['/products/tee?utm_source=mail&gclid=a&mc_eid=b&_gl=1*2&srsltid=c&ref=mia', '/products/tee'],
  ['/products/tee?variant=7&currency=EUR&lang=de&attribute_pa_color=red', '/products/tee'],
  [
    '/index.php?route=product/product&path=20_24&product_id=7',
    '/index.php?product_id=7&route=product/product',
  ],
  ['/?product_id=7&utm_source=mail', '/?product_id=7'],
  [
    '/index.php?id_product=7&controller=product&id_lang=2',
    '/index.php?controller=product&id_product=7',
  ],
  [
    '/index.php?main_page=product_info&cPath=1_2&products_id=7',
    '/index.php?main_page=product_info&products_id=7',
  ],
  ['/?post_type=product&p=7', '/?p=7&post_type=product'],
  ['/?product=blue-tee', '/?product=blue-tee'],
  ['/shop/item?sku=T-1.2', '/shop/item?sku=T-1.2'],
])('%s is the page %s', (link, path) => {
  expect(read(link)).toEqual({ path, address: shop + path })
})

test('a slash at the end makes no other page, and is requested as the link has it', () => {
  expect(read('/products/tee/')).toEqual({
    path: '/products/tee',
    address: `${shop}/products/tee/`,
  })
  expect(read('/de/?product=tee')).toEqual({
    path: '/de?product=tee',
    address: `${shop}/de/?product=tee`,
  })
})

test.each([
  '/',
  '/de/',
  '/de',
  '/en-GB/',
  '/pt_br',
  '/index.php',
  '/de/index.html',
  '/?utm_source=mail',
  '/index.php?route=product/product',
  '/p/tee?email=mia%40x.example&token=abc',
  '/p/tee?token=abc',
  '/?add-to-cart=7',
  '/p/tee?action=confirm&key=abc',
  '/index.php?route=account/edit&product_id=7',
  '/index.php?controller=cart&id_product=7',
  '/index.php?product_id=7&product_id=8',
  '/p/tee?id=mia',
  '/p/tee?sku=mia%40x.example',
  `/p/tee?sku=${'a'.repeat(65)}`,
  '/p/tee?constructor=a',
  '/p/tee;jsessionid=A1B2',
  '/p/mia@x.example/tee',
  '/p/mia%40x.example',
  `/p/${'a'.repeat(1_000)}`,
])('%s is no product’s page', (link) => {
  expect(read(link)).toBeNull()
})

test('two links are to one page if path and naming parameters are the same', () => {
  const name = (link: string) => namePage(new URL(link, shop))

  expect(name('/tee/?color=red&product_id=7')).toBe(name('/tee?product_id=7&size=m'))
  expect(name('/tee?product_id=7')).not.toBe(name('/tee?product_id=8'))
})
