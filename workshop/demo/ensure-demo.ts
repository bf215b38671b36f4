/**
 * Creates the demo account, its organization, site and nudge. Every step checks first, so the next
 * start completes an interrupted one. Creates no orders: users place them.
 */
import { findAccountId } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { createVerifiedAccount } from '#app/domain/accounts/login/credentials.server.ts'
import {
  findDemoShop,
  replacePassword,
  updateDemoSiteUrl,
  storeDemoShop,
  type DemoShop,
} from './demo-organization.server.ts'
import { publishPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createSite, findSite, listSites } from '#app/domain/sites/sites.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { createTeam, listMemberships } from '#app/domain/teams/teams.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { demoEmail, readLogin, writeLogin, type DemoLogin } from './login-file.ts'

const name = 'Demo shop'

export type Demo = { login: DemoLogin; shop: DemoShop }

/** Creates what is missing, and sets the site's URL to the product's. */
export async function ensureDemo(services: Services): Promise<Demo> {
  const { login, userId } = await ensureAccount(services)
  const made = await findDemoShop(services)
  const site = made?.scope ?? (await ensureSite(services, userId))

  // Only once, so a nudge stays off when the owner turns it off.
  if (!made) await publishPurchaseNudge(services, site)
  const token = made?.token ?? (await giveToken(services, site, userId))
  await followAddress(services, site)
  return { login, shop: { scope: site, token } }
}

async function ensureAccount(services: Services): Promise<{ login: DemoLogin; userId: number }> {
  const { dataDir } = services.config
  const known = readLogin(dataDir)
  const login = known ?? writeLogin(dataDir)
  const userId = await findAccountId(services, demoEmail)
  if (userId === null) {
    const made = await createVerifiedAccount(services, { name: 'Demo', ...login })
    return { login, userId: made.userId }
  }
  if (!known) await replacePassword(services, userId, login.password)
  return { login, userId }
}

async function ensureSite(services: Services, userId: number): Promise<SiteScope> {
  const team = await ensureTeam(services, userId)
  const [site] = await listSites(services, team)
  const found = site && (await findSite(services, team, site.uuid))
  if (found) return found.scope
  const made = await createSite(services, { team, userId }, { name, url: siteAddress(services) })
  // Without a holdout group, so everyone who tries the demo sees nudges.
  await changeOptions(services, made, { holdout: 0 })
  return made
}

async function ensureTeam(services: Services, userId: number): Promise<TeamScope> {
  const [membership] = await listMemberships(services, userId)
  return membership?.scope ?? createTeam(services, { id: userId }, { name })
}

/** A token for the demo site only, so demo orders can't reach any other site. */
async function giveToken(services: Services, site: SiteScope, userId: number): Promise<string> {
  const token = await createToken(
    services,
    { team: site, actor: { id: userId, isVerified: true }, siteId: site.siteId },
    { name, abilities: ['activities:write'] },
  )
  await storeDemoShop(services, site, token)
  return token
}

async function followAddress(services: Services, scope: SiteScope): Promise<void> {
  const url = siteAddress(services)
  const found = await findSite(services, scope, scope.siteUuid)
  if (found && found.site.url !== url) await updateDemoSiteUrl(services, scope, url)
}

/** IP addresses are no valid site URLs, but the demo may be opened by one. */
const siteAddress = ({ config }: Services) => normalizeSiteUrl(config.appUrl) ?? config.appUrl
