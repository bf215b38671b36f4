/** Abilities and form schemas of API tokens. Safe in the browser. */
import { z } from 'zod'
import { textLine } from '#app/lib/web/text-input.ts'
import { dayMillis } from '#app/lib/time.ts'

/** Only abilities whose URLs are built; docs/spec-map.md lists what is missing. */
export const abilities = [
  'sites:read',
  'activities:read',
  'activities:write',
  'activities:delete',
  'reviews:read',
  'reviews:write',
  'products:read',
  'products:write',
  'goals:read',
  'goals:write',
  'hooks:manage',
  'nudges:read',
  'nudges:write',
  'statistics:read',
] as const
export type Ability = (typeof abilities)[number]

/** An organization's tokens, expired ones included. Each program needs one. */
export const maxTokens = 100

/** Labels on screens. */
export const abilityLabels: Record<Ability, string> = {
  'sites:read': 'Read the list of sites',
  'activities:read': 'Read activities',
  'hooks:manage': 'Subscribe to webhooks, for example from Zapier',
  'activities:write': 'Add and cancel activities, and report conversions',
  'activities:delete': 'Delete activities',
  'reviews:read': 'Read reviews',
  'reviews:write': 'Add and delete reviews',
  'products:read': 'Read products',
  'products:write': 'Add, edit and delete products',
  'goals:read': 'Read goals',
  'goals:write': 'Create, edit and delete goals',
  'nudges:read': 'Read nudges',
  'nudges:write': 'Create, edit, publish, pause and delete nudges',
  'statistics:read': 'Read statistics',
}

const name = textLine({ max: 255, missing: 'Enter a token name.' })

/** A token without abilities would be useless. */
const atLeastOne = 'Select at least one ability.'

export const createTokenInput = z.object({
  name,
  abilities: z.array(z.enum(abilities)).min(1, atLeastOne),
})
export type CreateTokenInput = z.infer<typeof createTokenInput>

/** Choices of the form, in days. */
export const lifetimes = ['30', '90', '365', 'never'] as const

export const newTokenInput = createTokenInput.extend({
  /** A site's uuid; empty for all sites. */
  site: z.union([z.literal(''), z.uuid()], 'Choose a site.').default(''),
  lifetime: z.enum(lifetimes, 'Choose when the token expires.'),
})

/** Forms of a token's screen. The token is in its URL. */
export const tokenInput = z.discriminatedUnion('intent', [
  createTokenInput.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('delete') }),
])

/** Null: never. */
export const expiryOf = (lifetime: (typeof lifetimes)[number], at: Date): Date | null =>
  lifetime === 'never' ? null : new Date(at.getTime() + Number(lifetime) * dayMillis)

/** Form fields that can repeat. */
export const tokenLists = ['abilities'] as const
