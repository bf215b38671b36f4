/**
 * Makes the demo account, its organization, its site and its nudge. Each step looks first, so a
 * start that was cut off is finished by the next one. There are no orders: the visitor places them.
 */
import {
  findAccountId,
  replaceAccountPassword,
} from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { createVerifiedAccount } from '#app/domain/accounts/login/credentials.server.ts'
import {
  findDemoShop,
  updateDemoSiteUrl,
  storeDemoShop,
} from '#app/domain/demo/demo-shop.server.ts'
import { publishPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createSite, findSite, listSites } from '#app/domain/sites/sites.server.ts'
import { provenSite, type SiteScope, type TeamScope } from '#app/domain/scope.ts'
import { createTeam, listMemberships } from '#app/domain/teams/teams.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { demoEmail, readLogin, writeLogin, type DemoLogin } from './login-file.server.ts'

const name = 'Demo shop'

/** Makes what is missing, moves the site to the product's address, and returns the login. */
export async function ensureDemo(services: Services): Promise<DemoLogin> {
  const { login, userId } = await ensureAccount(services)
  const made = await findDemoShop(services)
  const site = made?.scope ?? (await ensureSite(services, userId))

  // Only once: an owner who took the nudge down wants it down.
  if (!made) await publishPurchaseNudge(services, site)
  if (!made?.token) await giveToken(services, site, userId)
  await followAddress(services, site)
  return login
}

async function ensureAccount(services: Services): Promise<{ login: DemoLogin; userId: number }> {
  const { dataDir } = services.config
  const known = readLogin(dataDir)
  const login = known ?? writeLogin(dataDir)
  const userId = await findAccountId(services, demoEmail)
  if (userId === null) {
    const made = await createVerifiedAccount(services, { name: 'Demo', ...login, terms: 'on' })
    return { login, userId: made }
  }
  if (!known) await replaceAccountPassword(services, userId, login.password)
  return { login, userId }
}

async function ensureSite(services: Services, userId: number): Promise<SiteScope> {
  const team = await ensureTeam(services, userId)
  const [site] = await listSites(services, team)
  if (site) return provenSite(team, site)
  const made = await createSite(services, { team, userId }, { name, url: siteAddress(services) })
  // Whoever tries the demo wants to see a nudge: nobody is held back.
  await changeOptions(services, made, { holdout: 0 })
  return made
}

async function ensureTeam(services: Services, userId: number): Promise<TeamScope> {
  const [membership] = await listMemberships(services, userId)
  return membership?.scope ?? createTeam(services, { id: userId }, { name })
}

/** The token works for the demo's site alone: nothing that is ordered here can reach another one. */
async function giveToken(services: Services, site: SiteScope, userId: number): Promise<void> {
  const token = await createToken(
    services,
    { team: site, actor: { id: userId }, siteId: site.siteId },
    { name, abilities: ['activities:write'] },
  )
  await storeDemoShop(services, site, token)
}

async function followAddress(services: Services, scope: SiteScope): Promise<void> {
  const url = siteAddress(services)
  const found = await findSite(services, scope, scope.siteUuid)
  if (found && found.site.url !== url) await updateDemoSiteUrl(services, scope, url)
}

/** An address by number is no shop's, but the demo may well be opened by one. */
const siteAddress = ({ config }: Services) => normalizeSiteUrl(config.appUrl) ?? config.appUrl
