/**
 * The stored parts of a file that needs a decision: the rows as read, without email addresses, and
 * the encrypted table, so the owner can choose other columns.
 */
import { z } from 'zod'
import { activityInput } from '#app/contract/activities.ts'
import { reviewInput } from '#app/contract/reviews.ts'

const line = z.number()

const invalidRow = z.object({
  line,
  faults: z.array(z.object({ column: z.string(), sentence: z.string() })),
  /** As in the file, by our field names, without the email address. */
  cells: z.record(z.string(), z.string()),
})

const reportRow = z.object({
  line,
  report: z.object({
    fact: z.discriminatedUnion('kind', [activityInput, reviewInput]),
    emailHash: z.string().nullable(),
    emailDomain: z.string().nullable(),
  }),
})

const productRow = z.object({
  line,
  product: z.object({
    externalId: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    image: z.string().nullable(),
    priceCents: z.number().nullable(),
    currency: z.string().nullable(),
    stock: z.number().nullable(),
    isAvailable: z.boolean().nullable(),
  }),
})

/** All are missing in old imports from before columns could be chosen, and in finished ones. */
const head = z.object({
  /** Column names in the file. */
  names: z.array(z.string()).default([]),
  /** Which column fills which of our fields. */
  places: z.record(z.string(), z.number()).default({}),
  /** The recognized or chosen preset. See file-presets.ts. */
  preset: z.string().nullable().default(null),
  dayOrder: z
    .object({
      /** Some dates can be read in two ways, and the file doesn't show which is right. */
      isOpen: z.boolean(),
      /** As the owner chose. */
      choice: z.enum(['month-first', 'day-first']).nullable(),
    })
    .default({ isOpen: false, choice: null }),
  /** How the file was encoded. See file-text.ts. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']).default('utf-8'),
  /** Lines above the column names, which aren't read. */
  skippedLines: z.number().default(0),
})

const wholeFile = z.object({ table: z.string() })

const noteRow = z.object({ note: invalidRow })

export type InvalidRow = z.infer<typeof invalidRow>
type ReportRow = z.infer<typeof reportRow>
type ProductRow = z.infer<typeof productRow>
export type FileHead = z.infer<typeof head>

export type ReadRows = {
  reports: ReportRow[]
  products: ProductRow[]
  faulty: InvalidRow[]
  /** Parts that are left out of rows that are read. */
  notes: InvalidRow[]
}

export type FileRows = ReadRows & {
  head: FileHead
  /** See `sealTable`. */
  table: string | null
}

/** A list whose first entry describes the columns. */
export const storeRows = ({ head: first, table, ...rows }: FileRows): unknown[] => [
  first,
  ...(table === null ? [] : [{ table }]),
  ...rows.reports,
  ...rows.products,
  ...rows.notes.map((note) => ({ note })),
  ...rows.faulty,
]

/** @throws ZodError for anything that wasn't stored by this code */
export function readRows([first, ...rest]: readonly unknown[]): FileRows {
  const rows: FileRows = {
    head: head.parse(first ?? {}),
    table: null,
    reports: [],
    products: [],
    faulty: [],
    notes: [],
  }
  for (const row of rest) {
    if (has(row, 'report')) rows.reports.push(reportRow.parse(row))
    else if (has(row, 'product')) rows.products.push(productRow.parse(row))
    else if (has(row, 'note')) rows.notes.push(noteRow.parse(row).note)
    else if (has(row, 'table')) rows.table = wholeFile.parse(row).table
    else rows.faulty.push(invalidRow.parse(row))
  }
  return rows
}

const has = (row: unknown, name: string) => typeof row === 'object' && row !== null && name in row
