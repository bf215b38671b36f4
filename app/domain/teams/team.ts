/** Schemas and rules of teams. Safe in the browser. */
import { z } from 'zod'
import { textLine } from '#app/lib/web/text-input.ts'

/** An id of ours in a URL or a form. */
export const numericId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** Input from the switcher: a team or a site, and the screen to return to. */
const back = { to: z.string().optional() }
export const switchInput = z.union([
  z.object({ team: numericId, ...back }),
  z.object({ site: z.uuid(), ...back }),
])

export const createTeamInput = z.object({
  name: textLine({ max: 100, missing: 'Enter the name of your organization.' }),
})
export type CreateTeamInput = z.infer<typeof createTeamInput>

/** A readable prefix and a random suffix, because two teams can have the same name. */
export function slugOf(name: string): string {
  const readable = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `${readable || 'team'}-${crypto.randomUUID().slice(0, 8)}`
}
