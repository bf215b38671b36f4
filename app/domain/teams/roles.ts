/** Roles and rights in a team: the complete matrix. Safe in the browser. */
import type { TeamRole } from '#app/domain/scope.ts'

/** From the most rights to the fewest. */
export const roles = ['owner', 'admin', 'editor', 'analyst'] as const satisfies TeamRole[]

/** Labels on screens. */
export const roleLabels: Record<TeamRole, { name: string; meaning: string }> = {
  owner: { name: 'Owner', meaning: 'Full access, including billing, transfer and deletion.' },
  admin: { name: 'Admin', meaning: 'Full access except billing, transfer and deletion.' },
  editor: { name: 'Editor', meaning: 'Can edit nudges, data, goals and site settings.' },
  analyst: { name: 'Analyst', meaning: 'Can view sites but not change anything.' },
}

const owner: readonly TeamRole[] = ['owner']
const admins: readonly TeamRole[] = ['owner', 'admin']
const editors: readonly TeamRole[] = ['owner', 'admin', 'editor']
const all: readonly TeamRole[] = roles

/** All rights, and who has them. Only owners pay, transfer and delete. */
export const rights = {
  /** View a site's screens, statistics and settings. */
  'site:view': all,
  /** Edit nudges, activities, goals and options of a site. */
  'site:edit': editors,
  /** Add, transfer, delete and pause sites. */
  'sites:manage': admins,
  'members:view': all,
  /** Invite and remove members, assign roles and sites. */
  'members:manage': admins,
  'tokens:manage': admins,
  /** Edit the organization's name and image. */
  'team:edit': admins,
  'audit:view': admins,
  'billing:manage': owner,
  'team:transfer': owner,
  'team:delete': owner,
} as const satisfies Record<string, readonly TeamRole[]>
export type Right = keyof typeof rights

export const mayDo = (role: TeamRole, right: Right): boolean => {
  const allowed: readonly TeamRole[] = rights[right]
  return allowed.includes(role)
}
