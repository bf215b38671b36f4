/** The form by which staff publish an announcement. Safe in the browser. */
import { z } from 'zod'
import { staffReason } from '#app/domain/accounts/staff/staff-acts.ts'
import { announcementInput } from '#app/domain/announcements/announcement.ts'
import { plans } from '#app/domain/plans/catalog.ts'

/** Names of plans. A plan for other channels has the same name. */
export const planNames = [...new Set(plans.map(({ name }) => name))]

export const shellNames = {
  standalone: 'On the web',
  shopify: 'In Shopify’s admin',
} as const

const asksForMoment = 'Enter a date and a time, like 2026-12-01 09:00.'

/** A typed time, read as UTC. */
const utcMoment = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/, asksForMoment)
  .transform((typed) => new Date(`${typed.replace(' ', 'T')}Z`))
  .refine((at) => !Number.isNaN(at.getTime()), asksForMoment)

/** Fields that are left blank are absent. */
const filled = (form: unknown) =>
  Object.fromEntries(
    Object.entries(form as Record<string, string>).filter(([, typed]) => typed.trim() !== ''),
  )

export const publishInput = z.preprocess(
  (form) => ({ body: '', reason: '', ...filled(form) }),
  z.intersection(
    announcementInput,
    z.object({
      reason: staffReason,
      shell: z.enum(['standalone', 'shopify']).optional(),
      plan: z.enum(planNames).optional(),
      publishAt: utcMoment.optional(),
    }),
  ),
)

/** Values of `teams.plan`. Null: all. */
export const plansNamed = (name: string | undefined): string[] | null =>
  name === undefined ? null : plans.filter((plan) => plan.name === name).map(({ id }) => id)

/** Who sees an announcement, for the list. */
export function audienceWords(of: {
  shell: keyof typeof shellNames | null
  plans: readonly string[] | null
}): string {
  const named = plans.filter(({ id }) => of.plans?.includes(id)).map(({ name }) => name)
  const onPlan = of.plans === null ? [] : [`${[...new Set(named)].join(', ')} plan`]
  const inShell = of.shell === null ? [] : [shellNames[of.shell]]
  const words = [...inShell, ...onPlan]
  return words.length === 0 ? 'Everyone' : words.join(', ')
}
