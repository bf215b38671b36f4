import { expect, test } from 'vitest'
import { lackingFields, labelsOf } from './file-columns.ts'
import { describeColumns, recognizeColumns, validateChoice } from './match-columns.ts'

test('columns are recognised by any of their names, of two with one name the last', () => {
  const places = recognizeColumns('purchase', [
    'Order ID',
    'g:paid-at',
    'product',
    'product',
    'order',
  ])

  expect(places).toEqual({ id: 0, occurred_at: 1, product: 3 })
  expect(lackingFields('purchase', places)).toEqual([])
  expect(lackingFields('review', places)).toEqual(['stars'])
})

test.each([
  ['Bestellnummer;Bestelldatum;Vorname;Ort;Land;Gesamtbetrag;Währung'],
  ['Numéro de commande;Date de commande;Prénom;Ville;Pays;Montant total;Devise'],
  ['Número de pedido;Fecha;Nombre;Ciudad;País;Importe total;Moneda'],
  ["Numero d'ordine;Data ordine;Nome;Città;Paese;Totale;Valuta"],
  ['Bestelnummer;Besteldatum;Voornaam;Plaats;Land;Totaalbedrag;Valuta'],
])('a file of no known shop with %s is read by plain words', (head) => {
  const names = head.split(';')

  expect(recognizeColumns('purchase', names)).toEqual({
    id: 0,
    occurred_at: 1,
    city: 3,
    country: 4,
    total: 5,
    currency: 6,
    ...(names[2] === 'Nome' ? {} : { first_name: 2 }),
  })
})

test('a file of reviews names the person by the trade’s word', () => {
  const names = ['rating', 'reviewer', 'title', 'text', 'date', 'product url', 'image url']

  expect(recognizeColumns('review', names)).toEqual({
    stars: 0,
    full_name: 1,
    body: 3,
    occurred_at: 4,
    product_url: 5,
    product_image: 6,
  })
})

test('a column says by its number which it is where its name does not', () => {
  const names = ['id', 'name', '', 'name', '']
  const { unused } = describeColumns('purchase', {
    names,
    places: { id: 0, product: 3 },
    preset: null,
  })

  expect(labelsOf(names)).toEqual([
    ...['id', 'name (column 2)', 'Column 3 (unnamed)'],
    ...['name (column 4)', 'Column 5 (unnamed)'],
  ])
  expect(unused).toEqual(['name (column 2)', 'Column 3 (unnamed)', 'Column 5 (unnamed)'])
})

test('columns that count where another is empty are used as well, unless a column was chosen', () => {
  const names = ['Name', 'Financial Status', 'Lineitem name', 'Billing City', 'Shipping City', 'Id']
  const columns = (city: number) =>
    describeColumns('purchase', { names, places: { id: 5, city }, preset: 'shopify' })

  expect(columns(3).further).toEqual({ id: ['Name'], city: ['Shipping City'] })
  expect(columns(3).unused).toEqual(['Financial Status', 'Lineitem name'])
  expect(columns(2).further['city']).toEqual([])
})

test('form fields that the import type doesn’t have are ignored', () => {
  const typed = { id: '0', occurred_at: '1', stars: '0', constructor: '1' }

  expect(validateChoice({ kind: 'signup', names: ['a', 'b'], typed })).toEqual({
    ok: true,
    places: { id: 0, occurred_at: 1 },
  })
})
