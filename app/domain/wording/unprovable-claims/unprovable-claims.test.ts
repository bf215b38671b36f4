import { expect, test } from 'vitest'
import { findUnprovableClaims } from './unprovable-claims.ts'

const aboutOf = (text: string, hasEnd = false) =>
  findUnprovableClaims({ text }, { hasEnd }).map(({ about }) => about)

test.each([
  // Numbers of people.
  ['12 people are looking at this now', 'people'],
  ['Loved by 20,000+ happy customers', 'people'],
  ['Join thousands of happy shoppers', 'people'],
  ['98 % of our customers come back', 'people'],
  ['4.9 from 1,200 reviews', 'people'],
  ['{count} people viewed this', 'people'],
  ['{count|Hundreds of} visitors', 'people'],
  ['Über 5.000 zufriedene Kunden', 'people'],
  ['Déjà 300 clientes satisfaites', 'people'],
  ['Al meer dan 10k tevreden klanten', 'people'],
  ['Más de 500 personas confían en nosotros', 'people'],
  ['أكثر من ٥٠٠ عميل', 'people'],
  ['۵۰۰ عميل', 'people'],
  ['Twelve people are looking at this', 'people'],
  ['A thousand customers', 'people'],
  // Numbers of sales.
  ['Sold more than 500 times', 'sales'],
  ['Over 1,200 sold this week', 'sales'],
  ['37 orders in the last hour', 'sales'],
  ['Schon 80 Stück verkauft', 'sales'],
  ['A hundred sold already', 'sales'],
  ['Plus de 200 exemplaires vendus', 'sales'],
  ['Deze week 45 keer verkocht', 'sales'],
  ['Ya 60 unidades vendidas', 'sales'],
  // Stock.
  ['Hurry, only 3 left!', 'stock'],
  ['Just 2 items remaining', 'stock'],
  ['Five pieces left', 'stock'],
  ['{stock} left', 'stock'],
  ['{stock} pieces left', 'stock'],
  ['Nur noch 4', 'stock'],
  ['Plus que 5 exemplaires', 'stock'],
  ['Nog maar 2 op voorraad', 'stock'],
  ['¡Quedan 3!', 'stock'],
  ['بقي 3 فقط', 'stock'],
  // A person who bought something.
  ['Anna just bought this', 'person'],
  ['Anna from New York bought a mug', 'person'],
  ['Someone in Berlin purchased this', 'person'],
  ['{first_name|Someone} bought {product|this}', 'person'],
  ['Jonas aus Köln hat gerade eine Tasse gekauft', 'person'],
  ['Marie vient d’acheter ce mug', 'person'],
  ['Sanne uit Utrecht heeft dit besteld', 'person'],
  ['Lucía acaba de comprar esta taza', 'person'],
  ['اشترت سارة هذا الكوب', 'person'],
  // Timers.
  ['Ends in 10 minutes', 'timer'],
  ['Only 2 hours left', 'timer'],
  ['Today only', 'timer'],
  ['Ends in {left}', 'timer'],
  ['Nur noch 30 Minuten', 'timer'],
  ['Plus que 2 heures', 'timer'],
  ['Nog 15 minuten', 'timer'],
  ['Termina en 5 horas', 'timer'],
])('"%s" is refused for its %s', (text, about) => {
  expect(aboutOf(text)).toContain(about)
})

test.each([
  'Hand-thrown in Utrecht since 1987',
  'Since 1950 customers trust us',
  'Free returns within 30 days',
  'Order before 15:30 and it leaves today',
  'Voor 23:59 besteld, morgen in huis',
  'Bis 15 Uhr bestellt, morgen geliefert',
  'Commandé avant 15h, expédié le jour même',
  'A tent for 4 people',
  'Zelt für 6 Personen',
  '10 % off for new customers',
  'Free delivery on orders over 50',
  'Hi {name|there}, customers like you get samples',
  'Welcome back, {first_name}!',
  'Often bought together',
  'Thanks, you just bought your first mug',
  'Noch 20 Euro bis zur kostenlosen Lieferung',
  'Nog 5 euro tot gratis bezorging',
  'Our 3 most-loved colours',
  'Sold in five colours',
  'Our last ten designs',
  'A tent for six people',
  'Handmade mugs bought straight from the potter',
  'Now in 12 colours',
  'Open until 18:00',
  'The sale ends on 24 December',
  'Kiln-fired at 1,280 degrees',
  'Everything must be perfect',
  '{points} points left on your card',
  'A free sample with every 2 orders',
])('"%s" claims nothing', (text) => {
  expect(aboutOf(text)).toEqual([])
})

test.each([
  ['500', 'people bought this today', 'people'],
  ['12,000+', 'Customers trust us', 'people'],
  ['Only 3', 'left in the shop', 'stock'],
  ['Anna', 'bought this', 'person'],
  ['Ends in', '10 minutes', 'timer'],
])(
  'the title "%s" before "%s" is refused for its %s: both are read as one',
  (title, text, about) => {
    expect(findUnprovableClaims({ title, text }).map((fault) => fault.about)).toContain(about)
  },
)

test.each([
  ['Summer sale 2026', 'Our customers get samples'],
  ['Fresh today', 'Only the best mugs'],
  ['Since 1950', 'customers trust us'],
])('the title "%s" before "%s" claims nothing', (title, text) => {
  expect(findUnprovableClaims({ title, text })).toEqual([])
})

test('a countdown to a shared deadline is no fault, a typed number of minutes is', () => {
  expect(aboutOf('Ends in {left}', true)).toEqual([])
  expect(aboutOf('Today only', true)).toEqual([])
  expect(aboutOf('Ends in 10 minutes', true)).toEqual(['timer'])
})

test('each field and each kind of claim is named once, with what to do instead', () => {
  const faults = findUnprovableClaims({
    title: '500 people bought this, 300 people viewed it',
    text: 'Only 3 left',
  })

  expect(faults.map(({ field, about }) => [field, about])).toEqual([
    ['title', 'people'],
    ['title', 'sales'],
    ['text', 'stock'],
  ])
  for (const { sentence } of faults) expect(sentence).toMatch(/^You can’t type .+\. Use .+\.$/)
})
