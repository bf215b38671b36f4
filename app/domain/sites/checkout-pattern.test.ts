import { expect, test } from 'vitest'
import { checkoutPattern } from './checkout-pattern.ts'

const isCheckout = (path: string, ...beginnings: string[]) =>
  new RegExp(checkoutPattern(beginnings), 'i').test(path)

test.each([
  ...[
    '/checkout',
    '/check-out.html',
    '/Checkouts/cn/1',
    '/payment',
    '/pay/17',
    '/shop/order-pay/3',
  ],
  ...['/kasse', '/zahlung.php', '/bestellung', '/caisse', '/fr/commande', '/commander', '/payer'],
  ...['/betalen', '/bestelling', '/afrekenen', '/pago', '/pagar', '/finalizar-la-compra'],
  ...['/الدفع', '/ar/دفع/', '/إتمام-الطلب', '/pagamento'],
])('%s is a checkout', (path) => {
  expect(isCheckout(path)).toBe(true)
})

test.each([
  ...['/', '/payment-methods', '/payments-info', '/orders', '/order', '/paypal', '/pages/paying'],
  ...['/zahlungsarten', '/kassel', '/commandes', '/bestellen-und-liefern', '/products/till'],
])('%s is none', (path) => {
  expect(isCheckout(path)).toBe(false)
})

test('the owner’s word is a beginning, and means itself', () => {
  expect(isCheckout('/till/step-2', '/till')).toBe(true)
  expect(isCheckout('/shop/till', '/till')).toBe(false)
  expect(isCheckout('/axb', '/a.b')).toBe(false)
  expect(isCheckout('/a.b', '/a.b')).toBe(true)
})

test('the longest path is checked within 100 ms', () => {
  const begun = performance.now()
  for (const path of ['/pay'.repeat(128), '/check-'.repeat(73), 'ا'.repeat(512)]) isCheckout(path)
  expect(performance.now() - begun).toBeLessThan(100)
})
