import { expect, test } from 'vitest'
import { isExtra, soldProducts } from './sold-products.ts'

test.each([
  ...['Tip', 'Tips', 'Tip (10%)', 'Trinkgeld', 'Pourboire', 'Propina', 'Gratuity'],
  ...['Shipping protection', 'Route Package Protection', 'Shipping Insurance by Seel'],
  ...['Versandversicherung', 'Paketschutz', 'Assurance livraison', 'Seguro de envío'],
  ...['Assicurazione spedizione', 'Verzendverzekering', 'Order Protection'],
  ...['Handling fee', 'Small order fee', 'Payment surcharge', 'Fee', 'Versandkosten', 'Porto'],
  ...['Frais de port', 'Gastos de envío', 'Servicegebühr', 'Pfand'],
  ...['Gift card', 'E-Gift Card €50', 'Gift Certificate', 'Geschenkgutschein', 'Gutschein 25 €'],
  ...['Carte cadeau', 'Tarjeta regalo', 'Buono regalo', 'Cadeaubon', 'Presentkort', 'ギフトカード'],
])('%s is no product', (title) => {
  expect(isExtra(title)).toBe(true)
})

test.each([
  ...['Mug', 'Tip Top Shoes', 'Felt tip pen', 'Tipi tent', 'Screen protection film'],
  ...['Surge protection strip', 'Coffee', 'Gift card holder', 'Gift box', 'Portobello', 'Feed'],
  ...['Delivery driver cap', 'Geschenkbox', 'Postage stamps album', 'Versandtaschen C4'],
])('%s is a product', (title) => {
  expect(isExtra(title)).toBe(false)
})

test('the dearest product that was kept comes first', () => {
  const lines = [
    { title: 'Shipping protection', price: 90, quantity: 1 },
    { title: 'Sticker', price: 2, quantity: 10 },
    { title: 'Removed coat', price: 200, quantity: 0 },
    { title: 'Mug', price: 20, quantity: 1 },
    { title: 'Cup', price: 20, quantity: null },
    { title: 'Sample' },
  ]

  expect(soldProducts(lines).map(({ title }) => title)).toEqual(['Mug', 'Cup', 'Sticker', 'Sample'])
})
