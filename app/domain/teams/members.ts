/** Shapes and rules of who belongs to a team. Safe in the browser. */
import { z } from 'zod'
import { emailAddress, givenPassword } from '#app/domain/accounts/account.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { numericId } from './team.ts'

/** Ownership is handed over; every other role is given. */
export const givenRoles = ['admin', 'editor', 'analyst'] as const satisfies TeamRole[]
export type GivenRole = (typeof givenRoles)[number]

/** Who manages members could give each site to themselves. */
export const seesAllSites = (role: TeamRole): boolean => role === 'owner' || role === 'admin'

/** A role, and which sites come with it, as a form sends them. */
const accessFields = {
  role: z.enum(givenRoles, 'Choose a role.'),
  access: z.enum(['all', 'some']).default('all'),
  sites: z.array(z.uuid()).default([]),
}
type AccessFields = { role: GivenRole; access: 'all' | 'some'; sites: string[] }

/** For `refine`. */
const hasSites = (given: AccessFields) =>
  seesAllSites(given.role) || given.access === 'all' || given.sites.length > 0
const noSites = { path: ['sites'], error: 'Choose at least one site.' }

/** What was given: the uuids of the sites, or null for all of them. */
export const accessOf = ({ role, access, sites }: AccessFields): MemberAccess => ({
  role,
  siteUuids: seesAllSites(role) || access === 'all' ? null : sites,
})
export type MemberAccess = { role: GivenRole; siteUuids: readonly string[] | null }

/** The form's fields of which there may be several. */
export const accessLists = ['sites'] as const

/** The forms of one member's screen; whom they are about stands in its address. */
export const memberInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('change'), ...accessFields }).refine(hasSites, noSites),
  z.object({ intent: z.literal('remove') }),
])

const inviteInput = z
  .object({
    intent: z.literal('invite'),
    email: emailAddress,
    ...accessFields,
  })
  .refine(hasSites, noSites)

export const invitationsInput = z.discriminatedUnion('intent', [
  inviteInput,
  z.object({ intent: z.literal('resend'), id: z.uuid() }),
  z.object({ intent: z.literal('revoke'), id: z.uuid() }),
])

export const ownershipInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('transfer'),
    member: z.string().min(1, 'Choose the new owner.').pipe(numericId),
    transferPassword: givenPassword,
  }),
  z.object({
    intent: z.literal('delete'),
    /** The organization's name, typed. */
    name: z.string().trim(),
    deletePassword: givenPassword,
  }),
])

/**
 * Whether one more may be invited.
 *
 * @param seats members and open invitations
 * @param limit of the plan; null for none
 */
export const hasSeat = (seats: number, limit: number | null): boolean =>
  limit === null || seats < limit
