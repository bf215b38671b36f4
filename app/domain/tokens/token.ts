/** What an API token may do, and how one looks. Safe in the browser. */
import { z } from 'zod'

/** Integrations of section 12 (docs/spec-map.md) whose addresses are built. */
export const abilities = [
  'sites:read',
  'activities:read',
  'activities:write',
  'goals:read',
  'goals:write',
] as const
export type Ability = (typeof abilities)[number]

/** What each ability means, as screens say it. */
export const abilityLabels: Record<Ability, string> = {
  'sites:read': 'Read the list of sites',
  'activities:read': 'Read activities',
  'activities:write': 'Add and take back activities',
  'goals:read': 'Read goals and what was reached',
  'goals:write': 'Make and change goals, and report that one was reached',
}

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name for the token.')
  .max(255, 'Use at most 255 characters.')

/** Spec §5: at least one ability must be selected. */
const atLeastOne = 'Select at least one ability.'

export const createTokenInput = z.object({
  name,
  abilities: z.array(z.enum(abilities)).min(1, atLeastOne),
})
export type CreateTokenInput = z.infer<typeof createTokenInput>

/** How many days a token may live, as its form offers them. */
export const lifetimes = ['30', '90', '365', 'never'] as const

export const newTokenInput = createTokenInput.extend({
  /** A site's uuid; empty for all sites. */
  site: z.union([z.literal(''), z.uuid()], 'Choose a site.').default(''),
  lifetime: z.enum(lifetimes, 'Choose when the token expires.'),
})

/** The forms of one token's screen; which one stands in its address. */
export const tokenInput = z.discriminatedUnion('intent', [
  createTokenInput.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('delete') }),
])

/** Null: never. */
export const expiryOf = (lifetime: (typeof lifetimes)[number], at: Date): Date | null =>
  lifetime === 'never' ? null : new Date(at.getTime() + Number(lifetime) * 86_400_000)

/** The form's fields of which there may be several. */
export const tokenLists = ['abilities'] as const
