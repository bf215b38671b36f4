/** Roles and rights in a team: the complete matrix. Safe in the browser. */
import type { TeamRole } from '#app/domain/scope.ts'

/** From the most rights to the fewest. */
export const roles = [
  'owner',
  'admin',
  'editor',
  'analyst',
  'statistics',
] as const satisfies TeamRole[]

/** Labels on screens. */
export const roleLabels: Record<TeamRole, { name: string; meaning: string }> = {
  owner: { name: 'Owner', meaning: 'Full access, including billing, transfer and deletion.' },
  admin: { name: 'Admin', meaning: 'Full access except billing, transfer and deletion.' },
  editor: { name: 'Editor', meaning: 'Can edit nudges, data, goals and site settings.' },
  analyst: {
    name: 'Analyst',
    meaning: 'Can view everything, including names in orders and members, but not change anything.',
  },
  statistics: {
    name: 'Statistics',
    meaning: 'Can view statistics only. No orders, names, members, settings or billing.',
  },
}

const owner: readonly TeamRole[] = ['owner']
const admins: readonly TeamRole[] = ['owner', 'admin']
const editors: readonly TeamRole[] = ['owner', 'admin', 'editor']
const viewers: readonly TeamRole[] = ['owner', 'admin', 'editor', 'analyst']
const all: readonly TeamRole[] = roles

/** All rights, and who has them. Only owners pay, transfer and delete. */
export const rights = {
  /** View sums about a site: its statistics, and their reports by email. */
  'statistics:view': all,
  /** View all screens of a site: orders, nudges, integrations and settings. Includes people’s names. */
  'site:view': viewers,
  /** Edit nudges, activities, goals and options of a site. */
  'site:edit': editors,
  /** Add, transfer, delete and pause sites. */
  'sites:manage': admins,
  /** View the organization’s members, plan and usage. */
  'members:view': viewers,
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
