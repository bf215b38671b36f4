/** Shapes and rules of teams. Safe in the browser. */
import { z } from 'zod'

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
