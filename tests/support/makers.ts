/** Initial data of tests, created by the domain where it can. */
import { eq } from 'drizzle-orm'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import {
  memberSites,
  sessions,
  sites,
  teamMembers,
  twoFactors,
  users,
} from '#app/db/schema/index.ts'
import { startLogin } from '#app/domain/accounts/login/complete-login.server.ts'
import {
  createVerifiedAccount,
  verifyCredentials,
} from '#app/domain/accounts/login/credentials.server.ts'
import type { VerifiedPassword } from '#app/domain/accounts/login/login-proof.server.ts'
import { publishPurchaseNudge, type Nudge } from '#app/domain/nudges/nudges.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import type { SiteScope, TeamRole, TeamScope } from '#app/domain/scope.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { abilities, type Ability } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'

/** A logged-in person. */
export type TestUser = {
  id: number
  name: string
  email: string
  password: string
  /** As its account is when it is made. */
  isVerified: boolean
  /** The Cookie header of this person's browser. */
  cookie: string
}

export type TestTeam = { scope: TeamScope; owner: TestUser }
export type TestSite = {
  scope: SiteScope
  uuid: string
  url: string
  team: TestTeam
  owner: TestUser
}

export type Makers = {
  user: (wanted?: { name?: string; email?: string; isStaff?: boolean }) => Promise<TestUser>
  /** A member of staff who gave a second factor in this moment, as the kiosk asks for. */
  confirmedStaff: (wanted?: { name?: string; email?: string }) => Promise<TestUser>
  /** Logs a person without a second factor in, in another browser; returns its session's token. */
  logIn: (person: TestUser, userAgent?: string) => Promise<string>
  /** A team of a new owner by default. */
  team: (wanted?: { owner?: TestUser; name?: string }) => Promise<TestTeam>
  /** A new member of a team, by default an editor of all its sites. */
  member: (
    team: TestTeam,
    wanted?: { role?: TeamRole; sites?: readonly TestSite[] },
  ) => Promise<TestUser>
  /** A site of a new team by default. */
  site: (wanted?: {
    team?: TestTeam
    url?: string
    name?: string
    options?: Partial<SiteOptions>
  }) => Promise<TestSite>
  /** An API token of the team for all its sites, by default with every ability. */
  token: (team: TestTeam, wanted?: readonly Ability[]) => Promise<string>
  /** The site's purchase nudge, published. */
  nudge: (site: TestSite) => Promise<Nudge>
}

/** @param prefix of email addresses, which differs from that of other makers of the same database */
export function createMakers(services: Services, prefix = 'person'): Makers {
  let count = 0
  const next = () => String((count += 1))

  const user: Makers['user'] = async (wanted = {}) => {
    const number = next()
    const person = {
      name: wanted.name ?? `Person ${number}`,
      email: wanted.email ?? `${prefix}-${number}@example.com`,
      password: 'correct horse battery',
    }
    const proof = await createVerifiedAccount(services, person)
    const id = proof.userId
    if (wanted.isStaff) {
      await services.db.system.update(users).set({ isStaff: true }).where(eq(users.id, id))
    }
    const token = await startSession(services, proof, null)
    const cookie = sessionCookie(services.config, token)
    return { ...person, id, isVerified: true, cookie: cookie.slice(0, cookie.indexOf(';')) }
  }

  const team: Makers['team'] = async (wanted = {}) => {
    const owner = wanted.owner ?? (await user())
    const name = wanted.name ?? `Organization ${next()}`
    return { owner, scope: await createTeam(services, owner, { name }) }
  }

  return {
    user,
    team,

    async confirmedStaff(wanted = {}) {
      const staff = await user({ ...wanted, isStaff: true })
      const at = services.now()
      // Inserted directly: how a factor is set up and given is tested elsewhere.
      await services.db.system
        .insert(twoFactors)
        .values({ userId: staff.id, method: 'phone', confirmedAt: at, createdAt: at })
      await services.db.system
        .update(sessions)
        .set({ secondFactorAt: at })
        .where(eq(sessions.userId, staff.id))
      return staff
    },

    async logIn({ email, password }, userAgent) {
      const proof = await verifyCredentials(services, { email, password }, address)
      return startSession(services, proof, userAgent ?? null)
    },

    async member({ scope: { teamId } }, { role = 'editor', sites: seen } = {}) {
      const person = await user()
      // Inserted directly: joining a team is tested elsewhere.
      await services.db.system.insert(teamMembers).values({
        teamId,
        userId: person.id,
        role,
        seesAllSites: seen === undefined,
        createdAt: services.now(),
      })
      for (const { scope } of seen ?? []) {
        await services.db.system
          .insert(memberSites)
          .values({ teamId, userId: person.id, siteId: scope.siteId })
      }
      return person
    },

    async site(wanted = {}) {
      const owning = wanted.team ?? (await team())
      const url = wanted.url ?? `https://shop-${next()}.example`
      const name = wanted.name ?? 'Shop'
      const scope = await createSite(
        services,
        { team: owning.scope, userId: owning.owner.id },
        { name, url },
      )
      // No holdout group by default, because it is random.
      await services.db.system
        .update(sites)
        .set({ options: { holdout: 0, ...wanted.options } })
        .where(eq(sites.id, scope.siteId))
      return { scope, uuid: scope.siteUuid, url, team: owning, owner: owning.owner }
    },

    token: ({ scope, owner }, wanted = abilities) =>
      createToken(
        services,
        { team: scope, actor: owner, siteId: null },
        { name: 'Test', abilities: [...wanted] },
      ),

    nudge: ({ scope }) => publishPurchaseNudge(services, scope),
  }
}

/** IP address of the browsers that makers log in. */
const address = '192.0.2.20'

async function startSession(
  services: Services,
  proof: VerifiedPassword,
  userAgent: string | null,
): Promise<string> {
  const step = await startLogin(services, proof, { userAgent, address })
  if (step.kind === 'pending') throw new Error('The login waits for a code.')
  return step.token
}
