/** The figures of a day's row, as the kiosk shows them. */
import type { BusinessDay } from '#app/domain/billing/figures/read-days.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'

export type BusinessFigure = {
  id: string
  name: string
  meaning: string
  /** Null: not counted on that day. */
  of: (row: BusinessDay) => number | null
  format: (value: number) => string
  /** Unit of the chart. Its numbers have none. */
  unit?: string
  /** The value in whole units of the chart. */
  charted: (value: number) => number
}

const money = {
  format: formatPrice,
  unit: 'US dollars',
  charted: (cents: number) => Math.round(cents / 100),
}
const count = { format: formatCount, charted: (value: number) => value }

const first: BusinessFigure = {
  id: 'monthly',
  name: 'Monthly recurring revenue',
  meaning:
    'Quantity × price of all subscriptions that renew, after discounts. Without trials and canceled ones.',
  of: ({ monthlyNetCents }) => monthlyNetCents,
  ...money,
}

/** A day without the figure has a dash. */
export function showFigure({ of, format }: BusinessFigure, row: BusinessDay): string {
  const value = of(row)
  return value === null ? '–' : format(value)
}

export const businessFigures: readonly BusinessFigure[] = [
  first,
  {
    id: 'list',
    name: 'Monthly revenue before discounts',
    meaning: 'The same subscriptions at their full price.',
    of: ({ monthlyCents }) => monthlyCents,
    ...money,
  },
  {
    id: 'yearly',
    name: 'Yearly run rate',
    meaning: 'Monthly recurring revenue × 12.',
    of: ({ monthlyNetCents }) => monthlyNetCents && monthlyNetCents * 12,
    ...money,
  },
  {
    id: 'volume',
    name: 'Payment volume',
    meaning:
      'Paid on the day: invoices, and purchases in shops. Shopify doesn’t report what it charged for plans.',
    of: ({ volumeCents }) => volumeCents,
    ...money,
  },
  {
    id: 'users',
    name: 'New users',
    meaning: 'Accounts that were created on the day.',
    of: ({ newUsers }) => newUsers,
    ...count,
  },
  {
    id: 'subscribers',
    name: 'Subscribers',
    meaning: 'Subscriptions that were paid for, also canceled ones until they end.',
    of: ({ subscribers }) => subscribers,
    ...count,
  },
  {
    id: 'churned',
    name: 'Churn',
    meaning: 'Organizations whose subscription ended on the day, and that have no other.',
    of: ({ churned }) => churned,
    ...count,
  },
  {
    id: 'trialing',
    name: 'Subscriptions on trial',
    meaning: 'Subscriptions whose first payment comes after the trial.',
    of: ({ trialing }) => trialing,
    ...count,
  },
  {
    id: 'trials',
    name: 'Trials without subscription',
    meaning: 'Organizations on a trial that staff gave.',
    of: ({ genericTrials }) => genericTrials,
    ...count,
  },
]

/** Revenue in a currency other than the tiles' is no part of their sums. */
export const otherFigures = [
  { name: 'Recurring per month', of: 'monthlyNetCents' },
  { name: 'Before discounts', of: 'monthlyCents' },
  { name: 'Paid on the day', of: 'volumeCents' },
] as const satisfies readonly { name: string; of: keyof BusinessDay['otherCurrencies'][number] }[]

/** The first one for an unknown id. */
export const findFigure = (id: string | null): BusinessFigure =>
  businessFigures.find((figure) => figure.id === id) ?? first
