/** Activities as rows of a file, for people who correct them there. */
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { CsvCell } from '#app/lib/csv.ts'
import { importColumns, type ImportKind } from './import-kinds.ts'
import type { InvalidRow } from './import-draft.ts'

/** By our field names. */
export function cellsOfFact(fact: ReportedFact): Record<string, string> {
  const { id, occurred_at, state, person, total, currency, items } = fact
  const [product] = items ?? []
  const cells = {
    id,
    occurred_at,
    state,
    first_name: person?.first_name,
    last_name: person?.last_name,
    city: person?.city,
    country: person?.country,
    product: product?.title,
    product_url: product?.url,
    product_image: product?.image,
    total: total == null ? null : String(total),
    currency,
    ...(fact.kind === 'review' ? { stars: String(fact.stars), body: fact.body } : {}),
  }
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  )
}

/** With a header line. Email addresses aren't stored, so they are missing. */
export function invalidCells(kind: ImportKind, rows: readonly InvalidRow[]): CsvCell[][] {
  const names = importColumns[kind].map(({ name }) => name).filter((name) => name !== 'email')
  return [
    ['line', 'error', ...names],
    ...rows.map(({ line, faults, cells }) => [
      line,
      faults.map(({ column, sentence }) => `${column}: ${sentence}`).join(' '),
      ...names.map((name) => cells[name] ?? null),
    ]),
  ]
}

const day = '2026-01-31 09:30'

const samples: Record<ImportKind, Readonly<Record<string, string>>> = {
  purchase: {
    id: '1001',
    occurred_at: day,
    state: 'paid',
    first_name: 'Ann',
    last_name: 'Smith',
    email: 'ann@example.com',
    city: 'Utrecht',
    country: 'NL',
    product: 'Blue Kettle',
    product_url: 'https://shop.example/kettle',
    total: '49.95',
    currency: 'EUR',
  },
  signup: {
    id: '2001',
    occurred_at: day,
    state: 'confirmed',
    first_name: 'Ann',
    last_name: 'Smith',
    email: 'ann@example.com',
    city: 'Utrecht',
    country: 'NL',
  },
  review: {
    id: '3001',
    occurred_at: day,
    stars: '5',
    body: 'Boils fast.',
    first_name: 'Ann',
    country: 'NL',
    product: 'Blue Kettle',
    product_url: 'https://shop.example/kettle',
  },
  product: {
    id: '7',
    title: 'Blue Kettle',
    link: 'https://shop.example/kettle',
    price: '49.95',
    currency: 'EUR',
    stock: '12',
    availability: 'in stock',
  },
}

/** All columns, and a sample row to overwrite. */
export function sampleCells(kind: ImportKind): CsvCell[][] {
  const names = importColumns[kind].map(({ name }) => name)
  return [names, names.map((name) => samples[kind][name] ?? null)]
}
