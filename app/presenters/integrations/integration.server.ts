/** One integration: what it brings, how it is connected, and the site's accounts of it. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import {
  listSiteConnections,
  type SiteConnection,
} from '#app/domain/connections/site-connections.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { AnyIntegration, Brought, ConnectWay } from '#app/integrations/integration.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { healthOf, type Health } from './health.ts'
import { listBuilt } from './integration-list.server.ts'
import type { ListedCategory } from './listed.ts'
import { lackOf, readyWays, type Lack } from './requirements.server.ts'
import { settingsFields, type SettingsField } from './settings-fields.server.ts'

export type OfferedWay = {
  way: ConnectWay
  steps: readonly string[]
  fields: SettingsField[]
}

export type AccountRow = {
  uuid: string
  account: string
  health: Health
  lastRecordAt: Date | null
}

export type IntegrationView = {
  name: ConnectableName
  service: string
  category: ListedCategory
  summary: string
  brings: readonly Brought[]
  /** Empty: it is connected from the service's side, or needs what isn't set up. */
  ways: OfferedWay[]
  lacks: Lack
  accounts: AccountRow[]
  /** The site is a shop that has the app: it is connected without anything to enter. */
  isByApp: boolean
  /** The plan that includes it, may be empty. Null: the current one does. */
  neededPlan: string | null
  now: Date
}

/** The service's name on screens. */
export const serviceOf = (name: ConnectableName): string => integrationLabels[name]

/** Null: it isn't built. */
export async function readIntegration(
  services: Services,
  site: SiteScope,
  name: string,
): Promise<IntegrationView | null> {
  const listed = listBuilt(services).find((one) => one.name === name)
  if (!listed) return null
  const definition = findIntegration(name)
  const lacks = definition ? lackOf(services, definition) : null
  const now = services.now()
  const service = integrationLabels[listed.name]
  const entitlements = await readEntitlements(services, site)
  const neededPlan = entitlements.neededPlan(`integrations.${listed.name}`)
  const rows = (await listSiteConnections(services, site)).filter(
    ({ integration }) => integration === listed.name,
  )
  return {
    ...listed,
    service,
    brings: definition?.brings ?? ['purchase', 'signup', 'product'],
    ways: definition
      ? readyWays(services, definition).map((way) => ({
          way,
          steps: definition.steps[way] ?? [],
          fields: fieldsOf(definition, way),
        }))
      : [],
    lacks,
    accounts: rows
      .filter(({ state }) => state !== 'pending')
      .map((row) => accountRow(row, { service, now, neededPlan })),
    isByApp: rows.some(({ isOfApp, state }) => isOfApp && state !== 'lost'),
    neededPlan,
    now,
  }
}

function fieldsOf(definition: AnyIntegration, way: ConnectWay): SettingsField[] {
  if (way === 'oauth') return []
  return settingsFields(definition, {
    only: way === 'approve' ? definition.approveFields : undefined,
  })
}

type Shown = { service: string; now: Date; neededPlan: string | null }

function accountRow(row: SiteConnection, { service, now, neededPlan }: Shown): AccountRow {
  const { uuid, label, account, lastRecordAt } = row
  const health = healthOf({ ...row, neededPlan: row.isOfApp ? null : neededPlan }, service, now)
  return { uuid, account: label ?? account, health, lastRecordAt }
}

/** Outcome of an approval that the owner was sent to. */
export type ApprovalState = 'waiting' | 'connected' | 'gone'

/** `gone`: it failed, or its account was connected before. */
export async function readApproval(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<ApprovalState> {
  const connections = await listSiteConnections(services, site)
  const found = connections.find((one) => one.uuid === uuid)
  if (!found) return 'gone'
  return found.state === 'pending' ? 'waiting' : 'connected'
}
