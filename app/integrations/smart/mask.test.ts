import { expect, test } from 'vitest'
import { maskValue } from './mask.ts'

test.each<[string, string | number | boolean | null, string]>([
  // Personal, or possibly personal.
  ['email', 'ann.smith@shop.example.com', 'a•••@s•••.com'],
  ['billing first_name', 'Ann', 'A•••'],
  ['customer name', 'Ann Smith', 'A•••'],
  ['fullName', 'Ann Smith', 'A•••'],
  ['answers text', 'Laura', 'L•••'],
  ['billing address_1', '969 Market', '9•••'],
  ['billing postcode', '94103', '•••'],
  ['phone', '(555) 555-5555', '•••'],
  ['phone', 4915112345678, '•••'],
  ['customer ip', '10.20.10.30', '•••'],
  ['token', 'a3a12ec67a1365927098a606107fac15', 'a•••'],
  ['api_key', 'sk_live_123', 's•••'],
  ['note', 'ab', '•••'],
  ['comment', 'Thank you, Ann', 'T•••'],
  ['customer status', 'Ann', 'A•••'],
  ['event', 'ann@example.com', 'a•••@e•••.com'],
  ['action', 'call 5551234', 'c•••'],
  ['link', 'https://shop.example/orders/7?key=secret', 'https://shop.example/•••'],
  ['link', 'https://', '/•••'],
  // Harmless.
  ['id', 7, '7'],
  ['total', '29.35', '29.35'],
  ['total', 29.35, '29.35'],
  ['paid', true, 'true'],
  ['nothing', null, ''],
  ['created', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
  ['currency', 'USD', 'USD'],
  ['country', 'DE', 'DE'],
  ['currency', 'usd', 'usd'],
  ['type', 'charge.succeeded', 'charge.succeeded'],
  ['line_items title', 'IPod Nano - 8GB', 'IPod Nano - 8GB'],
  ['product_name', 'Pixel brushes', 'Pixel brushes'],
])('%s: %s is shown as %s', (keys, value, shown) => {
  expect(maskValue({ keys: keys.split(' '), value })).toBe(shown)
})
