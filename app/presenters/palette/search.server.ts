/**
 * Orders, products, members and invoices that a typed text finds, a few of each. Every look-up is a query of its own
 * that an index answers, so it takes as long with a million rows as with ten.
 */
import { and, asc, desc, eq, ilike, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities, invoices, products, teamMembers, users } from '#app/db/schema/index.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import { formatMoment } from '#app/lib/days/moment-text.ts'
import { containing, escapeLike } from '#app/lib/like-pattern.ts'
import { formatCents } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'

/** One thing that was found, and the screen that shows it. */
type Found = {
  group: 'Orders' | 'Products' | 'Members' | 'Invoices'
  id: string
  label: string
  detail: string
  to: string
}

/** Letters from which on data is searched: one would find what no one means. */
const leastLetters = 2

/** Rows of each kind. More typing finds the others. */
const most = 5

/** Matches among which the newest are chosen, where an index isn't in the order of time. */
const candidates = 200

/** Products whose titles are searched for a word in the middle. */
const readTitles = 10_000

type Asked = { team: Pick<Membership, 'role' | 'scope'>; site: SiteScope; text: string }

/** @param asked.text as it was typed. Records that the person’s role can’t open aren’t searched. */
export async function searchData(services: Services, asked: Asked): Promise<Found[]> {
  const text = asked.text.trim()
  const { role, scope } = asked.team
  if (text.length < leastLetters || !mayDo(role, 'site:view')) return []
  const { system } = services.db
  const found = await Promise.all([
    findOrders(system, asked.site, text),
    findProducts(system, asked.site, text),
    mayDo(role, 'members:view') ? findMembers(system, scope, { text, role }) : [],
    mayDo(role, 'billing:manage') ? findInvoices(system, scope, text) : [],
  ])
  return found.flat()
}

/** Like the expression of an index in app/db/schema/activities.ts. */
const fullName = sql`lower(coalesce(${activities.firstName}, '') || ' ' || coalesce(${activities.lastName}, ''))`

const startsWith = (value: SQL, text: string): SQL =>
  sql`${value} like ${`${escapeLike(text.toLowerCase())}%`}`

const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`

/** An order by its number or ID, also as people write it (“#1042”), or by the buyer’s first or last name. */
async function findOrders(tx: Queries, site: SiteScope, text: string): Promise<Found[]> {
  const bare = text.replace(/^#/, '')
  const spellings = [bare, `#${bare}`]
  const ways = [
    inArray(activities.externalId, spellings),
    ...spellings.map((one) => startsWith(lower(activities.orderNumber), one)),
    startsWith(fullName, text),
    startsWith(lower(activities.lastName), text),
  ]
  const ids = await Promise.all(ways.map((way) => newestOf(tx, site, way)))
  const wanted = [...new Set(ids.flat())].slice(0, most)
  if (wanted.length === 0) return []
  const rows = await tx
    .select({
      id: activities.id,
      uuid: activities.uuid,
      externalId: activities.externalId,
      orderNumber: activities.orderNumber,
      firstName: activities.firstName,
      lastName: activities.lastName,
      productTitle: activities.productTitle,
      occurredAt: activities.occurredAt,
    })
    .from(activities)
    .where(and(inSite(activities, site), inArray(activities.id, wanted)))
  return rows
    .sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id))
    .map(({ uuid, occurredAt, ...order }) => ({
      group: 'Orders',
      id: uuid,
      label: `Order ${order.orderNumber ?? order.externalId}`,
      detail: [
        [order.firstName, order.lastName].filter(Boolean).join(' '),
        order.productTitle ?? '',
        formatMoment(site.timeZone, occurredAt),
      ]
        .filter((part) => part !== '')
        .join(' · '),
      to: `/data-feeds/activities/${uuid}`,
    }))
}

/** Ids of the newest of the first matches in the index. */
async function newestOf(tx: Queries, site: SiteScope, way: SQL): Promise<number[]> {
  const matches = tx
    .select({ id: activities.id, occurredAt: activities.occurredAt })
    .from(activities)
    .where(and(inSite(activities, site), sql`${activities.kind} = 'purchase'`, way))
    .limit(candidates)
    .as('matches')
  const rows = await tx
    .select({ id: matches.id })
    .from(matches)
    .orderBy(desc(matches.occurredAt))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Titles that begin with the text come before those that contain it. */
async function findProducts(tx: Queries, site: SiteScope, text: string): Promise<Found[]> {
  const columns = { id: products.id, title: products.title, externalId: products.externalId }
  const begun = await tx
    .select(columns)
    .from(products)
    .where(and(inSite(products, site), startsWith(lower(products.title), text)))
    .limit(most)
  const rows = begun.length < most ? [...begun, ...(await findWithin(tx, site, text))] : begun
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .slice(0, most)
    .map(({ id, title, externalId }) => ({
      group: 'Products',
      id: String(id),
      label: title,
      detail: externalId,
      to: `/data-feeds/products?text=${encodeURIComponent(title)}`,
    }))
}

function findWithin(tx: Queries, site: SiteScope, text: string) {
  const read = tx
    .select({ id: products.id, title: products.title, externalId: products.externalId })
    .from(products)
    .where(inSite(products, site))
    .orderBy(asc(products.title), asc(products.id))
    .limit(readTitles)
    .as('read')
  return tx
    .select()
    .from(read)
    .where(ilike(read.title, containing(text)))
    .limit(most)
}

type Asking = { text: string; role: Membership['role'] }

/** An organization has few members, so each is compared. Who manages members opens the one that was found. */
async function findMembers(tx: Queries, team: TeamScope, asking: Asking): Promise<Found[]> {
  const part = containing(asking.text)
  const rows = await tx
    .select({ id: users.id, name: users.name, email: users.email, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        inTeam(teamMembers, team),
        sql`(${users.name} ilike ${part} or ${users.email} ilike ${part})`,
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .limit(most)
  const list = `/settings/teams/${String(team.teamId)}/members`
  const opens = (role: string) => mayDo(asking.role, 'members:manage') && role !== 'owner'
  return rows.map(({ id, name, email, role }) => ({
    group: 'Members',
    id: String(id),
    label: name,
    detail: `${email} · ${roleLabels[role].name}`,
    to: opens(role) ? `${list}/${String(id)}` : list,
  }))
}

/** By number. An organization has one a month. */
async function findInvoices(tx: Queries, team: TeamScope, text: string): Promise<Found[]> {
  const rows = await tx
    .select({
      uuid: invoices.uuid,
      number: invoices.number,
      state: invoices.state,
      totalCents: invoices.totalCents,
      currency: invoices.currency,
      issuedAt: invoices.issuedAt,
    })
    .from(invoices)
    .where(and(inTeam(invoices, team), ilike(invoices.number, containing(text))))
    .orderBy(desc(invoices.issuedAt))
    .limit(most)
  return rows.map(({ uuid, number, state, totalCents, currency, issuedAt }) => ({
    group: 'Invoices',
    id: uuid,
    label: `Invoice ${number ?? ''}`,
    detail: `${formatCents(totalCents, currency)} · ${state} · ${formatMoment('UTC', issuedAt)}`,
    to: '/billing',
  }))
}
