/** Shapes and rules of teams. Safe in the browser. */
import { z } from 'zod'

/** A number of our own making, as an address or a form carries it. */
export const numericId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** What the switcher posts: one of the two, and the screen to come back to. */
const back = { to: z.string().optional() }
export const switchInput = z.union([
  z.object({ team: numericId, ...back }),
  z.object({ site: z.uuid(), ...back }),
])

export const createTeamInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter the name of your organization.')
    .max(100, 'Use at most 100 characters.'),
})
export type CreateTeamInput = z.infer<typeof createTeamInput>

/** A readable beginning and a random end: two teams may have the same name. */
export function slugOf(name: string): string {
  const readable = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `${readable || 'team'}-${crypto.randomUUID().slice(0, 8)}`
}
