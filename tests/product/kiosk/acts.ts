/**
 * Every action of staff: its address, a form that is done, and what fails in the middle. A new action
 * without a row here fails acts.test.ts.
 */
import type { StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { TestUser } from '../../support/makers.ts'
import { moneyActs } from './acts-money.ts'

/** Whom and what the actions are about. */
export type ActStory = {
  services: Services
  /** Acts. */
  staff: TestUser
  /** Another member of staff. */
  other: TestUser
  /** A person without organizations, who has a second factor and is logged in. */
  person: TestUser
  teamId: number
  siteId: number
  /** A member who isn't the owner. */
  memberId: number
  /** Another organization. */
  receiverId: number
  /** A code that the team was given. */
  coupon: string
  announcementId: number
  /** A support request of the person. */
  requestId: number
  /** Sends a form as this user, and expects success. */
  act: (as: TestUser, name: StaffActName) => Promise<void>
}

export type StaffActSample = {
  act: StaffActName
  /** Names the sample in the test's title if an action has several. */
  variant?: string
  address: (story: ActStory) => string
  /** Without the reason and the last action. */
  form: (story: ActStory) => Record<string, string>
  /** The statement that the database refuses for the failed case. */
  breaks: readonly ['insert' | 'update' | 'delete', string]
  /** Prepares the data that the action needs. */
  before?: (story: ActStory) => Promise<unknown>
  /**
   * A form that is refused, for actions that aren't about a person or an organization. No one else
   * can have acted on those in between. Null: nothing is refused after the form's own checks.
   */
  refused?: ((story: ActStory) => Record<string, string>) | null
  /** Needs no reason, because what it stores says why. */
  isWithoutReason?: true
}

/** Recorded without a form of the kiosk: tests/product/accounts/impersonation.test.ts. */
export const withoutForm: readonly StaffActName[] = [
  'impersonation.ended',
  'impersonation.logged-out',
  'impersonation.expired',
  'impersonation.cut-off',
  'outbox.listed',
  'outbox.opened',
]

const unverify = ({ db }: Services, { id }: TestUser) =>
  db.system.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id))

const userPage = ({ person }: ActStory) => `/kiosk/users/${String(person.id)}`
const teamPage = ({ teamId }: ActStory) => `/kiosk/teams/${String(teamId)}`
const intent = (name: string) => () => ({ intent: name })
const job = ['insert', 'pgboss.job'] as const

const userActs: readonly StaffActSample[] = [
  {
    act: 'impersonation.started',
    address: userPage,
    form: intent('impersonate'),
    breaks: ['update', 'sessions'],
  },
  {
    act: 'email.verified',
    address: userPage,
    form: intent('verify'),
    breaks: ['update', 'users'],
    before: ({ services, person }) => unverify(services, person),
  },
  {
    act: 'sessions.ended',
    address: userPage,
    form: intent('end-sessions'),
    breaks: ['delete', 'sessions'],
  },
  { act: 'second-factor.reset-asked', address: userPage, form: intent('ask-reset'), breaks: job },
  {
    act: 'second-factor.reset',
    address: userPage,
    form: intent('confirm-reset'),
    breaks: ['delete', 'two_factors'],
    before: ({ act, other }) => act(other, 'second-factor.reset-asked'),
  },
  {
    act: 'user.suspended',
    address: userPage,
    form: () => ({ intent: 'suspend', notice: 'Your payments failed.' }),
    breaks: ['update', 'users'],
  },
  {
    act: 'user.reinstated',
    address: userPage,
    form: intent('reinstate'),
    breaks: ['update', 'users'],
    before: ({ act, other }) => act(other, 'user.suspended'),
  },
  { act: 'user.export-sent', address: userPage, form: intent('export'), breaks: job },
  { act: 'user.erasure-asked', address: userPage, form: intent('ask-erasure'), breaks: job },
  {
    act: 'user.erased',
    address: userPage,
    form: intent('confirm-erasure'),
    breaks: ['delete', 'users'],
    before: ({ act, other }) => act(other, 'user.erasure-asked'),
  },
]

const teamActs: readonly StaffActSample[] = [
  {
    act: 'team.suspended',
    address: teamPage,
    form: () => ({ intent: 'suspend', notice: 'Your nudges break our terms.' }),
    breaks: ['update', 'teams'],
  },
  {
    act: 'team.reinstated',
    address: teamPage,
    form: intent('reinstate'),
    breaks: ['update', 'teams'],
    before: ({ act, other }) => act(other, 'team.suspended'),
  },
  {
    act: 'team.transferred',
    address: teamPage,
    form: ({ memberId }) => ({ intent: 'transfer', member: String(memberId) }),
    breaks: ['update', 'team_members'],
  },
  {
    act: 'site.transferred',
    address: teamPage,
    form: ({ siteId, receiverId }) => ({
      intent: 'transfer-site',
      site: String(siteId),
      team: String(receiverId),
    }),
    breaks: ['update', 'sites'],
  },
  { act: 'team.export-sent', address: teamPage, form: intent('export'), breaks: job },
  { act: 'team.erasure-asked', address: teamPage, form: intent('ask-erasure'), breaks: job },
  {
    act: 'team.erased',
    address: teamPage,
    form: intent('confirm-erasure'),
    breaks: ['delete', 'teams'],
    before: ({ act, other }) => act(other, 'team.erasure-asked'),
  },
]

const announcementActs: readonly StaffActSample[] = [
  {
    act: 'announcement.published',
    address: () => '/kiosk/announcements',
    form: () => ({ intent: 'publish', body: 'Goals have a screen.' }),
    breaks: ['insert', 'announcements'],
    refused: null,
  },
  {
    act: 'announcement.withdrawn',
    address: () => '/kiosk/announcements',
    form: ({ announcementId }) => ({ intent: 'withdraw', announcement: String(announcementId) }),
    breaks: ['delete', 'announcements'],
    refused: () => ({ intent: 'withdraw', announcement: '999999' }),
  },
]

const requestPage = ({ requestId }: ActStory) => `/kiosk/support/${String(requestId)}`
/** The story has one conversation, with one message. */
const lastMessageId = '1'

const supportActs: readonly StaffActSample[] = [
  {
    act: 'support.answered',
    address: requestPage,
    form: () => ({ intent: 'answer', message: 'Your theme lost the snippet.', lastMessageId }),
    breaks: ['insert', 'support_messages'],
    isWithoutReason: true,
  },
  {
    act: 'support.changed',
    address: requestPage,
    form: () => ({ intent: 'change', assignee: '', state: 'solved', lastMessageId }),
    breaks: ['update', 'support_requests'],
  },
]

export const staffActSamples: readonly StaffActSample[] = [
  ...userActs,
  ...teamActs,
  ...announcementActs,
  ...supportActs,
  ...moneyActs,
]
