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

export const createTokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  /** Spec §5: at least one ability must be selected. */
  abilities: z.array(z.enum(abilities)).min(1, 'Select at least one ability.'),
})
export type CreateTokenInput = z.infer<typeof createTokenInput>
