/** Forms about a team's plan. Safe in the browser. */
import { z } from 'zod'

const planField = z.string().max(50)
const days = z.coerce
  .number('Enter a number of days.')
  .int('Enter a whole number.')
  .min(1, 'Enter at least 1 day.')
  .max(366, 'Enter 366 days or fewer.')

export const planInput = z.object({ intent: z.literal('plan'), plan: planField })
export const trialInput = z.object({ intent: z.literal('trial'), plan: planField, days })
export const boostInput = z.object({
  intent: z.literal('boost'),
  units: z.coerce
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'Enter at least 1.')
    .max(100_000_000, 'Enter 100,000,000 or fewer.'),
  days,
  /** Empty: all sites. */
  site: z
    .string()
    .optional()
    .transform((id) => (id === undefined || id === '' ? null : Number(id)))
    .pipe(
      z.int('Choose a site from the list.').positive('Choose a site from the list.').nullable(),
    ),
})

/** Blank: as the plan has it. */
const seatLimit = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(
    z
      .int('Enter a whole number, or leave this blank.')
      .min(1, 'Enter at least 1.')
      .max(10_000, 'Enter 10,000 or fewer.')
      .nullable(),
  )

export const seatsInput = z.object({
  intent: z.literal('seats'),
  members: seatLimit,
  sites: seatLimit,
})

/** Empty fields are absent. */
const optionalNumber = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === undefined || text === '' ? null : Number(text)))

export const couponInput = z
  .object({
    intent: z.literal('coupon'),
    kind: z.enum(['percent', 'amount']),
    off: optionalNumber,
    duration: z.enum(['once', 'repeating', 'forever']),
    months: optionalNumber,
  })
  .superRefine(({ kind, off, duration, months }, context) => {
    const isPercent = kind === 'percent'
    const most = isPercent ? 100 : 10_000
    const isRight = off !== null && (isPercent ? Number.isInteger(off) : isCents(off))
    if (!isRight || off <= 0 || off > most) {
      const message = isPercent
        ? 'Enter a whole percentage from 1 to 100.'
        : 'Enter an amount from 0.01 to 10,000 US dollars.'
      context.addIssue({ code: 'custom', path: ['off'], message })
    }
    if (duration !== 'repeating') return
    const isMonths = months !== null && Number.isInteger(months) && months >= 1 && months <= 36
    if (isMonths) return
    context.addIssue({ code: 'custom', path: ['months'], message: 'Enter 1 to 36 months.' })
  })
  .transform(({ kind, off, duration, months }) => ({
    intent: 'coupon' as const,
    terms: {
      percentOff: kind === 'percent' ? off : null,
      amountOffCents: kind === 'amount' ? Math.round((off ?? 0) * 100) : null,
      duration,
      months: duration === 'repeating' ? months : null,
    },
  }))

const isCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

/** The forms of the screen, in the order of its tabs. */
export const gifts = [
  { id: 'plan', label: 'Plan' },
  { id: 'trial', label: 'Trial' },
  { id: 'boost', label: 'Boost' },
  { id: 'seats', label: 'Seats' },
  { id: 'coupon', label: 'Coupon' },
] as const
export type GiftName = (typeof gifts)[number]['id']
