/** Schemas and rules of team members. Safe in the browser. */
import { z } from 'zod'
import { confirmingPassword, emailAddress } from '#app/domain/accounts/account.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { numericId } from './team.ts'

/** Roles that can be assigned. Ownership is transferred instead. */
export const givenRoles = ['admin', 'editor', 'analyst'] as const satisfies TeamRole[]
export type GivenRole = (typeof givenRoles)[number]

/** People who manage members could assign every site to themselves anyway. */
export const seesAllSites = (role: TeamRole): boolean => role === 'owner' || role === 'admin'

/** A role and its sites, as sent by a form. */
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

/** The chosen access: uuids of sites, or null for all of them. */
export const accessOf = ({ role, access, sites }: AccessFields): MemberAccess => ({
  role,
  siteUuids: seesAllSites(role) || access === 'all' ? null : sites,
})
export type MemberAccess = { role: GivenRole; siteUuids: readonly string[] | null }

/** Form fields that can repeat. */
export const accessLists = ['sites'] as const

/** Forms of a member's screen. The member is in its URL. */
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

/** Forms of the list of members and invitations. */
export const membersInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('role'),
    member: numericId,
    role: z.enum(givenRoles, 'Choose a role.'),
  }),
  z.object({ intent: z.literal('remove'), member: numericId }),
  inviteInput,
  z.object({ intent: z.literal('resend'), id: z.uuid() }),
  z.object({ intent: z.literal('revoke'), id: z.uuid() }),
])

export const ownershipInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('transfer'),
    member: z.string().min(1, 'Choose the new owner.').pipe(numericId),
    transferPassword: confirmingPassword,
  }),
  z.object({
    intent: z.literal('delete'),
    /** The organization's name, typed to confirm. */
    name: z.string().trim(),
    deletePassword: confirmingPassword,
  }),
])

/**
 * Whether another person can be invited.
 *
 * @param seats members and pending invitations
 * @param limit of the plan; null without one
 */
export const hasSeat = (seats: number, limit: number | null): boolean =>
  limit === null || seats < limit
