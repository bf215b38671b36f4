/**
 * Everything that can be left behind in an account before its address is proven: for each table that
 * refers to people or holds a secret, how a row gets there and what ends it, or why it opens nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, is, isNotNull, isNull, ne } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { hourMillis } from '#app/lib/time.ts'

/** The account, and an organization with a site that it owns. */
export type Leaving = {
  services: Services
  userId: number
  team: { teamId: number }
  site: { teamId: number; siteId: number }
}

type Left = {
  /** `both`: whoever proves the address. `mailbox`: not by someone who is logged in. */
  endsBy: 'both' | 'mailbox'
  leave: (leaving: Leaving) => Promise<unknown>
  /** How many there are. */
  count: (leaving: Leaving) => Promise<number>
}

/** Why a row opens nothing to a stranger, or only what its organization shows anyway. */
type Stays = { stays: string }

const {
  apiTokens,
  frameSessions,
  invitations,
  oauthApprovals,
  passkeyChallenges,
  passkeys,
  passwordResets,
  pendingLogins,
  recoveryCodes,
  sessions,
  shopJoins,
  shops,
  shopStaff,
  teamMembers,
  tenantStaff,
  tenants,
  twoFactors,
  users,
  webhookEndpoints,
} = schema

const hash = () => randomBytes(32)
const at = ({ services }: Leaving) => ({ createdAt: services.now() })
const until = ({ services }: Leaving) => ({
  expiresAt: new Date(services.now().getTime() + hourMillis),
})
const system = ({ services }: Leaving) => services.db.system

type OfUser = PgTable & { userId: (typeof passkeys)['userId'] }

const counted = (table: PgTable) => (leaving: Leaving) =>
  system(leaving).$count(table, eq((table as OfUser).userId, leaving.userId))

const insertToken = async (leaving: Leaving): Promise<number> => {
  const { userId, team } = leaving
  const row = { ...team, userId, name: 'Shop', tokenHash: hash(), abilities: [], ...at(leaving) }
  const [token] = await system(leaving).insert(apiTokens).values(row).returning()
  return token?.id ?? 0
}

/** With the account as one of its staff. */
async function insertShop(leaving: Leaving): Promise<{ shopId: number; staffId: string }> {
  const { userId, team, services } = leaving
  const [known] = await system(leaving).select().from(shopStaff).where(eq(shopStaff.userId, userId))
  if (known) return known
  const [shop] = await system(leaving)
    .insert(shops)
    .values({
      ...team,
      ...at(leaving),
      domain: `shop-${String(userId)}.myshopify.com`,
      shopifyId: String(userId),
      name: 'Linen',
      currency: 'EUR',
      scopes: [],
      installedAt: services.now(),
      updatedAt: services.now(),
    })
    .returning()
  const staff = { shopId: shop?.id ?? 0, staffId: '7' }
  await system(leaving)
    .insert(shopStaff)
    .values({ ...team, ...staff, userId, ...at(leaving) })
  return staff
}

async function insertTenant(leaving: Leaving): Promise<number> {
  const { userId, team, services } = leaving
  const name = `store${String(userId)}`
  const [known] = await system(leaving).select().from(tenants).where(eq(tenants.tenantId, name))
  if (known) return known.id
  const [tenant] = await system(leaving)
    .insert(tenants)
    .values({
      ...team,
      ...at(leaving),
      platform: 'bigcommerce',
      tenantId: name,
      state: 'installed',
      installedAt: services.now(),
      updatedAt: services.now(),
    })
    .returning()
  return tenant?.id ?? 0
}

async function insertColleague(leaving: Leaving): Promise<void> {
  const { team } = leaving
  const { shopId } = await insertShop(leaving)
  const { createdAt } = at(leaving)
  const [colleague] = await system(leaving)
    .insert(users)
    .values({
      name: 'Colleague',
      email: 'colleague@shop.example',
      updatedAt: createdAt,
      createdAt,
    })
    .returning()
  const row = { ...team, userId: colleague?.id ?? 0, createdAt }
  await system(leaving)
    .insert(shopStaff)
    .values({ ...row, shopId, staffId: '8' })
  await system(leaving)
    .insert(teamMembers)
    .values({ ...row, role: 'editor' })
}

const nothing = (stays: string): Stays => ({ stays })
const itsAuthor = nothing('names who did something, and opens nothing')
const settings = nothing('settings and emails of the account, which only its owner gets')
const ofSite = nothing('belongs to the site, and takes data in without showing any')
const secretsOfData = nothing('data, stored encrypted or as a hash: it opens nothing')

/** By the name of the table. */
export const earlierAccess: Record<string, Left | Stays> = {
  passkeys: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(passkeys)
        .values({
          userId: leaving.userId,
          credentialId: randomBytes(16).toString('base64url'),
          publicKey: hash(),
          counter: 0,
          transports: [],
          isSynced: false,
          name: 'Key',
          ...at(leaving),
        }),
    count: counted(passkeys),
  },
  passkey_challenges: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(passkeyChallenges)
        .values({
          userId: leaving.userId,
          tokenHash: hash(),
          challenge: 'asked',
          ...until(leaving),
        }),
    count: counted(passkeyChallenges),
  },
  two_factors: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(twoFactors)
        .values({
          userId: leaving.userId,
          method: 'phone',
          confirmedAt: leaving.services.now(),
          ...at(leaving),
        }),
    count: counted(twoFactors),
  },
  recovery_codes: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(recoveryCodes)
        .values({ userId: leaving.userId, codeHash: hash(), ...at(leaving) }),
    count: counted(recoveryCodes),
  },
  pending_logins: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(pendingLogins)
        .values({ userId: leaving.userId, tokenHash: hash(), ...at(leaving), ...until(leaving) }),
    count: counted(pendingLogins),
  },
  password_resets: {
    endsBy: 'both',
    leave: (leaving) =>
      system(leaving)
        .insert(passwordResets)
        .values({ userId: leaving.userId, tokenHash: hash(), ...at(leaving), ...until(leaving) })
        .onConflictDoNothing(),
    count: counted(passwordResets),
  },
  sessions: {
    endsBy: 'mailbox',
    leave: (leaving) =>
      system(leaving)
        .insert(sessions)
        .values({
          userId: leaving.userId,
          tokenHash: hash(),
          lastUsedAt: leaving.services.now(),
          ...at(leaving),
          ...until(leaving),
        }),
    count: counted(sessions),
  },
  api_tokens: { endsBy: 'mailbox', leave: insertToken, count: counted(apiTokens) },
  /** One that a token subscribed, and one that a colleague, whose address is proven, made on the screen. */
  webhook_endpoints: {
    endsBy: 'mailbox',
    leave: async (leaving) => {
      await insertShop(leaving)
      const endpoint = {
        ...leaving.site,
        url: 'https://stranger.example/hook',
        events: ['activity.stored' as const],
        secret: leaving.services.security.secrets.seal('of the test', 'webhook'),
        ...at(leaving),
      }
      const endpoints = [{ ...endpoint, tokenId: await insertToken(leaving) }, endpoint]
      await system(leaving).insert(webhookEndpoints).values(endpoints)
    },
    count: (leaving) =>
      system(leaving).$count(webhookEndpoints, eq(webhookEndpoints.teamId, leaving.team.teamId)),
  },
  invitations: {
    endsBy: 'mailbox',
    leave: (leaving) =>
      system(leaving)
        .insert(invitations)
        .values({
          ...leaving.team,
          email: 'accomplice@elsewhere.example',
          role: 'admin',
          tokenHash: hash(),
          invitedBy: leaving.userId,
          sentAt: leaving.services.now(),
          ...at(leaving),
          ...until(leaving),
        }),
    count: (leaving) =>
      system(leaving).$count(invitations, eq(invitations.invitedBy, leaving.userId)),
  },
  oauth_approvals: {
    endsBy: 'mailbox',
    leave: (leaving) =>
      system(leaving)
        .insert(oauthApprovals)
        .values({
          ...leaving.site,
          userId: leaving.userId,
          stateHash: hash(),
          integration: 'mailchimp',
          ...until(leaving),
        }),
    count: counted(oauthApprovals),
  },
  frame_sessions: {
    endsBy: 'mailbox',
    leave: async (leaving) =>
      system(leaving)
        .insert(frameSessions)
        .values({
          ...leaving.team,
          id: randomUUID(),
          tenantId: await insertTenant(leaving),
          userId: leaving.userId,
          ...at(leaving),
          ...until(leaving),
        }),
    count: counted(frameSessions),
  },
  tenants: nothing('a store of the organization, whose admin opens sessions of members alone'),
  shop_staff: {
    endsBy: 'mailbox',
    leave: insertShop,
    // An ended one stays, and opens nothing.
    count: (leaving) =>
      system(leaving).$count(
        shopStaff,
        and(eq(shopStaff.userId, leaving.userId), isNull(shopStaff.endedAt)),
      ),
  },
  tenant_staff: {
    endsBy: 'mailbox',
    leave: async (leaving) =>
      system(leaving)
        .insert(tenantStaff)
        .values({
          ...leaving.team,
          tenantId: await insertTenant(leaving),
          staffId: '7',
          userId: leaving.userId,
          ...at(leaving),
        }),
    // An ended one stays, and opens nothing.
    count: (leaving) =>
      system(leaving).$count(
        tenantStaff,
        and(eq(tenantStaff.userId, leaving.userId), isNull(tenantStaff.endedAt)),
      ),
  },
  shop_joins: {
    endsBy: 'mailbox',
    leave: async (leaving) =>
      system(leaving)
        .insert(shopJoins)
        .values({
          ...leaving.team,
          ...(await insertShop(leaving)),
          tokenHash: hash(),
          ...until(leaving),
        }),
    count: (leaving) =>
      system(leaving).$count(shopJoins, eq(shopJoins.teamId, leaving.team.teamId)),
  },
  /**
   * A colleague who visited the admin of the account's shop. No one else can come: invitations take a proven
   * address.
   */
  team_members: {
    endsBy: 'mailbox',
    leave: insertColleague,
    count: ({ services, userId, team: { teamId } }) =>
      services.db.system.$count(
        teamMembers,
        and(eq(teamMembers.teamId, teamId), ne(teamMembers.userId, userId)),
      ),
  },
  /** Its phone number, to which codes would go. The other columns are in the list below. */
  users: {
    endsBy: 'mailbox',
    leave: (leaving) =>
      system(leaving)
        .update(users)
        .set({ countryCode: 'DE', phone: '15112345678', phoneVerifiedAt: leaving.services.now() })
        .where(eq(users.id, leaving.userId)),
    count: (leaving) =>
      system(leaving).$count(users, and(eq(users.id, leaving.userId), isNotNull(users.phone))),
  },
  shops: nothing('tokens of the shop system for the organization; nobody logs in with them'),
  teams: nothing('the account’s own organization, with its owner'),
  connections: ofSite,
  imports: itsAuthor,
  demo_shops: nothing('of the demo organization, whose login is public'),
  preview_tabs: nothing('15 minutes of suggesting places to one person’s open studio'),
  notification_choices: settings,
  site_reports: settings,
  list_views: settings,
  photos: settings,
  support_requests: nothing('read in the account alone'),
  support_messages: itsAuthor,
  staff_acts: itsAuthor,
  announcements: itsAuthor,
  given_coupons: itsAuthor,
  billing_accounts: itsAuthor,
  manual_entries: itsAuthor,
  nudges: itsAuthor,
  nudge_versions: itsAuthor,
  nudge_experiments: itsAuthor,
  plan_changes: itsAuthor,
  audit_entries: itsAuthor,
  idempotency_keys: nothing('answers for a token, which end with it'),
  deliveries: secretsOfData,
  erasures: secretsOfData,
  pixel_events: secretsOfData,
  visitors: secretsOfData,
  goal_hits: secretsOfData,
  visitor_salts: secretsOfData,
  presence: secretsOfData,
  page_pictures: nothing('pictures of products, as nudges show them'),
  client_files: nothing('files of the browser, as every visitor gets them'),
  push_keys: nothing('keys that sign the messages of the site; no one logs in with them'),
  push_messages: itsAuthor,
  push_subscriptions: secretsOfData,
  webhook_events: secretsOfData,
  webhook_attempts: secretsOfData,
}

/**
 * Columns of `users` except the phone number. A proof by the mailbox alone replaces the hash of the old
 * password, which is tested for each.
 */
export const userColumns =
  'attribution createdAt currentSiteId currentTeamId email emailVerifiedAt extraAttributes id isStaff lastReadAnnouncementsAt name passwordCreatedAt passwordHash photoId suspendedAt suspensionNotice termsAcceptedAt termsVersion updatedAt'.split(
    ' ',
  )
export const phoneColumns = ['countryCode', 'phone', 'phoneVerifiedAt']

/** Tables that refer to people or hold bytes, as hashes and encrypted secrets are. */
export const tablesWithAccess = (): string[] =>
  (Object.values(schema) as unknown[])
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => getTableConfig(table))
    .filter(({ name, columns, foreignKeys }) => {
      const isOfPeople = foreignKeys.some(({ reference }) => reference().foreignTable === users)
      const holdsBytes = columns.some((column) => column.getSQLType() === 'bytea')
      return name === 'users' || isOfPeople || holdsBytes
    })
    .map(({ name }) => name)

export const listUserColumns = (): string[] => Object.keys(getTableColumns(users))
