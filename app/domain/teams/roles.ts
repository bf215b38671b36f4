/** Who may do what in a team: the whole matrix. Safe in the browser. */
import type { TeamRole } from '#app/domain/scope.ts'

/** From the most to the least. */
export const roles = ['owner', 'admin', 'editor', 'analyst'] as const satisfies TeamRole[]

/** As screens say it. */
export const roleLabels: Record<TeamRole, { name: string; meaning: string }> = {
  owner: { name: 'Owner', meaning: 'Everything, and alone pays, hands over and deletes.' },
  admin: { name: 'Admin', meaning: 'Everything but payment, handing over and deleting.' },
  editor: { name: 'Editor', meaning: 'Nudges, data, goals and settings of the sites.' },
  analyst: { name: 'Analyst', meaning: 'Looks at everything of the sites and changes nothing.' },
}

const owner: readonly TeamRole[] = ['owner']
const admins: readonly TeamRole[] = ['owner', 'admin']
const editors: readonly TeamRole[] = ['owner', 'admin', 'editor']
const all: readonly TeamRole[] = roles

/** What can be allowed, and to whom. Paying, handing over and deleting are the owner's alone. */
export const rights = {
  /** Screens of a site, its figures and settings, to look at. */
  'site:view': all,
  /** Nudges, activities, goals and options of a site. */
  'site:edit': editors,
  /** Sites are added, handed on, deleted, paused. */
  'sites:manage': admins,
  'members:view': all,
  /** Invitations, roles and which sites a member sees; removing members. */
  'members:manage': admins,
  'tokens:manage': admins,
  /** Name and picture of the organization. */
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
