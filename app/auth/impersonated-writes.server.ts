/**
 * Which forms staff can send while they impersonate someone. All others are refused, a form of tomorrow
 * included: what outlives the impersonation could be a way back in (docs/threats.md T06).
 */
import { matchPath } from '@remix-run/react'
import type { Account } from '#app/domain/accounts/account.ts'
import { mayDo, type Right } from '#app/domain/teams/roles.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import { Refusal } from '#app/lib/errors.ts'

type AllowedWrite = {
  /** Why support needs it, or why it leaves nothing behind. */
  why: string
  /** The values of a field that are allowed, up to the first space. Absent: everything the URL takes. */
  only?: { field: 'act' | 'intent'; values: readonly string[] }
}

const fixesNudges = 'Fixes a nudge that its owner asked support about; each can be undone.'

const ofLists: AllowedWrite = {
  why: fixesNudges,
  only: {
    field: 'act',
    values: ['on', 'off', 'archive', 'restore', 'up', 'down', 'place', 'undo'],
  },
}

/** By the URL as app/routes.ts spells it. */
export const impersonatedWrites: Readonly<Record<string, AllowedWrite>> = {
  '/api/announcements/read': {
    why: 'The bell sends it automatically. Nothing is marked during an impersonation.',
  },
  '/api/impersonation': { why: 'Ends the impersonation.' },
  '/': {
    why: 'Opens the site as a visitor sees it; news aren’t marked as read meanwhile.',
    only: { field: 'intent', values: ['preview', 'visit', 'read'] },
  },
  '/inline-nudges': ofLists,
  '/integrations/javascript': { why: 'Checks a call and stores nothing.' },
  '/nudges/:id': {
    why: fixesNudges,
    only: {
      field: 'intent',
      values: [
        ...['save', 'schedule', 'unschedule', 'on', 'off', 'archive', 'revert', 'restore'],
        ...['preview', 'point'],
      ],
    },
  },
  '/nudges/:id/preview': { why: 'Shows what is typed and stores nothing.' },
  '/pixel/:id': {
    why: 'Looks whether the pixel is installed.',
    only: { field: 'intent', values: ['verify'] },
  },
  '/popup-nudges/list': ofLists,
  '/settings/current': { why: 'Opens another of the person’s sites, where the nudge may be.' },
  '/site-settings/look': { why: fixesNudges },
  '/site-settings/timing': { why: fixesNudges },
  '/site-settings/titles': { why: fixesNudges },
  '/support/:id': {
    why: 'The screen sends it automatically. Nothing is marked as read during an impersonation.',
    only: { field: 'intent', values: ['read'] },
  },
}

/**
 * For what a screen shows to those who may change it, the secret URL of a connection for example: staff
 * who impersonate them don't get it.
 */
export const mayDoInPerson = (
  { account, team }: { account: Pick<Account, 'impersonator'>; team: Pick<Membership, 'role'> },
  right: Right,
): boolean => !account.impersonator && mayDo(team.role, right)

/** @throws Refusal `forbidden` unless support may send this form */
export async function refuseImpersonatedWrite(request: Request): Promise<void> {
  if (await isAllowed(request)) return
  throw new Refusal(
    'forbidden',
    'You can’t do this while impersonating a user. Stop impersonating first.',
  )
}

async function isAllowed(request: Request): Promise<boolean> {
  const { pathname } = new URL(request.url)
  const path = Object.keys(impersonatedWrites).find((one) => matchPath(one, pathname) !== null)
  const allowed = path === undefined ? undefined : impersonatedWrites[path]
  if (!allowed) return false
  const { only } = allowed
  if (!only) return true
  // A route that reads the body before its guard is listed without fields.
  if (request.bodyUsed) return false
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  const sent = form?.getAll(only.field) ?? []
  // The last value counts for readForm.
  return (
    sent.length > 0 &&
    sent.every((value) => typeof value === 'string' && only.values.includes(firstWord(value)))
  )
}

const firstWord = (text: string) => text.split(' ', 1)[0] ?? ''
