/**
 * Audit log entries as sentences. Safe in the browser.
 *
 * Entries contain no names and email addresses of people. These are looked up on reading, so erased
 * people disappear from the log as well.
 */
import { roleLabels } from './roles.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { formatCents } from '#app/lib/money.ts'
import { productName } from '#app/lib/product.ts'

/** Details by action. `member` is a user id, `invitation` an invitation's id. */
type Details = {
  'team.created': Record<string, never>
  'team.renamed': { name: string }
  'team.logo_changed': Record<string, never>
  'team.logo_removed': Record<string, never>
  'team.transferred': { member: number }
  'member.invited': { invitation: string; role: TeamRole }
  'member.invited_again': { invitation: string; role: TeamRole }
  'member.joined': { role: TeamRole }
  /** `sites` is their number; null: all. */
  'member.changed': { member: number; role: TeamRole; sites: number | null }
  'member.removed': { member: number; tokens: number }
  'member.left': { tokens: number }
  'invitation.revoked': { role: TeamRole }
  'invitation.declined': { role: TeamRole }
  'site.created': { name: string }
  'site.deleted': { name: string }
  /** `to` and `from` are names of organizations, `site` is an id. */
  'site.handed_over': { site: number; name: string; to: string; tokens: number }
  'site.received': { site: number; name: string; from: string }
  'token.created': { name: string }
  'token.changed': { name: string }
  'token.deleted': { name: string }
  /** `host` is the one of the endpoint, `name` the site's. */
  'webhook.created': { host: string; name: string }
  'webhook.changed': { host: string; name: string }
  'webhook.secret_replaced': { host: string; name: string }
  'webhook.deleted': { host: string; name: string }
  /** Names of plans. */
  'billing.plan_chosen': { from: string; to: string }
  'billing.cancelled': { plan: string }
  /** A first plan that wasn't paid yet. */
  'billing.order_cancelled': { plan: string }
  'billing.resumed': { plan: string }
  /** Per month, in US cents. */
  'billing.offer_accepted': { cents: number }
  'billing.card_changed': { brand: string; lastFour: string }
  'billing.details_changed': Record<string, never>
  'billing.coupon_applied': { code: string }
  'billing.purchased': { item: string; cents: number }
}
export type ActName = keyof Details
export type Act = { [Name in ActName]: { act: Name; details: Details[Name] } }[ActName]

/** An entry with today's names. */
export type AuditEntry = {
  id: number
  at: Date
  act: string
  details: Readonly<Record<string, string | number | boolean | null>>
  /** Null: the account no longer exists, or the product acted. */
  actor: string | null
  /** Whether staff acted while impersonating this person. */
  isByStaff: boolean
  /** The person concerned; null when there is none, or the account no longer exists. */
  subject: string | null
}

type DescribeAct = (about: {
  subject: string
  role: string
  details: AuditEntry['details']
}) => string

/** The sentence after the actor's name. */
const sentences: Record<ActName, DescribeAct> = {
  'team.created': () => 'created the organization.',
  'team.renamed': ({ details }) => `renamed the organization to “${String(details.name)}”.`,
  'team.logo_changed': () => 'changed the organization’s logo.',
  'team.logo_removed': () => 'removed the organization’s logo.',
  'team.transferred': ({ subject }) => `transferred ownership to ${subject}.`,
  'member.invited': ({ subject, role }) => `invited ${subject} as ${role}.`,
  'member.invited_again': ({ subject, role }) => `resent the invitation to ${subject} as ${role}.`,
  'member.joined': ({ role }) => `joined as ${role}.`,
  'member.changed': ({ subject, role, details }) =>
    `changed ${subject}’s role to ${role}, with access to ${countOf(details.sites)}.`,
  'member.removed': ({ subject, details }) => `removed ${subject}${tokensOf(details.tokens)}.`,
  'member.left': ({ details }) => `left${tokensOf(details.tokens)}.`,
  'invitation.revoked': ({ role }) => `revoked an invitation as ${role}.`,
  'invitation.declined': ({ role }) => `declined an invitation as ${role}.`,
  'site.created': ({ details }) => `added the site “${String(details.name)}”.`,
  'site.deleted': ({ details }) => `deleted the site “${String(details.name)}”.`,
  'site.handed_over': ({ details }) =>
    `transferred the site “${String(details.name)}” to “${String(details.to)}”${tokensOf(details.tokens)}.`,
  'site.received': ({ details }) =>
    `received the site “${String(details.name)}” from “${String(details.from)}”.`,
  'token.created': ({ details }) => `created the API token “${String(details.name)}”.`,
  'token.changed': ({ details }) => `edited the API token “${String(details.name)}”.`,
  'token.deleted': ({ details }) => `deleted the API token “${String(details.name)}”.`,
  'webhook.created': ({ details }) =>
    `added a webhook from “${String(details.name)}” to ${String(details.host)}.`,
  'webhook.changed': ({ details }) =>
    `edited the webhook from “${String(details.name)}” to ${String(details.host)}.`,
  'webhook.secret_replaced': ({ details }) =>
    `replaced the secret of the webhook from “${String(details.name)}” to ${String(details.host)}.`,
  'webhook.deleted': ({ details }) =>
    `deleted the webhook from “${String(details.name)}” to ${String(details.host)}.`,
  'billing.plan_chosen': ({ details }) =>
    `chose the ${String(details.to)} plan instead of ${String(details.from)}.`,
  'billing.cancelled': ({ details }) => `canceled the ${String(details.plan)} plan.`,
  'billing.order_cancelled': ({ details }) =>
    `canceled the order for the ${String(details.plan)} plan.`,
  'billing.resumed': ({ details }) => `resumed the ${String(details.plan)} plan.`,
  'billing.offer_accepted': ({ details }) =>
    `accepted the offer of ${dollarsOf(details.cents)} per month.`,
  'billing.card_changed': ({ details }) =>
    `changed the payment method to ${String(details.brand)} ending in ${String(details.lastFour)}.`,
  'billing.details_changed': () => 'edited the billing details.',
  'billing.coupon_applied': ({ details }) => `used the coupon “${String(details.code)}”.`,
  'billing.purchased': ({ details }) =>
    `bought ${String(details.item)} for ${dollarsOf(details.cents)}.`,
}

/** The whole sentence, including the actor. */
export function describeEntry({ act, details, actor, isByStaff, subject }: AuditEntry): string {
  const who = isByStaff
    ? `${productName} support, on behalf of ${actor ?? 'a former user'},`
    : (actor ?? 'A former user')
  // An action of a later version.
  if (!isActName(act)) return `${who} performed an unknown action: ${act}.`

  const role = roleOf(details.role)
  return `${who} ${sentences[act]({ subject: subject ?? 'someone', role, details })}`
}

const isActName = (act: string): act is ActName => Object.hasOwn(sentences, act)

const roleOf = (role: unknown): string =>
  Object.entries(roleLabels).find(([name]) => name === role)?.[1].name ?? 'member'

function countOf(sites: unknown): string {
  if (typeof sites !== 'number') return 'all sites'
  return sites === 1 ? '1 site' : `${String(sites)} sites`
}

const dollarsOf = (cents: unknown): string => formatCents(typeof cents === 'number' ? cents : 0)

function tokensOf(tokens: unknown): string {
  if (typeof tokens !== 'number' || tokens === 0) return ''
  return tokens === 1 ? ' (1 API token revoked)' : ` (${String(tokens)} API tokens revoked)`
}
