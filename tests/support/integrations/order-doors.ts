/** The doors that orders of a site come by. */
import { activityInput, type ActivityInput } from '#app/contract/activities.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import { recordFacts } from '#app/domain/connections/record-activities.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { createConnectionWorld } from './connected-shop.ts'

const hour = 3_600_000

/** A site whose orders come by a connected shop, by the REST API and by files. */
export async function openDoors() {
  const world = await createConnectionWorld()
  const { services, site } = world
  const uuid = await world.connect()
  const connection = await world.stored.connection(uuid)
  const token = await world.token(site.team)
  const { rows: tokens } = await services.pool.query<{ id: string }>(
    'select max(id)::text as id from api_tokens',
  )
  const now = services.now().getTime()
  const orderOf = (id: string, more: Partial<ActivityInput> = {}): ActivityInput =>
    activityInput.parse({
      kind: 'purchase',
      id,
      occurred_at: new Date(now - 30 * hour).toISOString(),
      person: { first_name: 'Emma', email: 'emma@home.example' },
      items: [{ title: 'Lamp' }],
      total: 90,
      currency: 'EUR',
      ...more,
    })
  /** @param numberOf the number that the shop shows to people; absent: the id */
  const byShop = (
    facts: readonly ActivityInput[],
    account = 'wordpress:one.example',
    numberOf: (fact: ActivityInput) => string | null = () => null,
  ) =>
    recordFacts(
      services,
      {
        site: site.scope,
        connectionId: connection?.id ?? 0,
        account,
        goalsSince: new Date(0),
      },
      facts.map((fact) => ({ fact, asOf: null, orderNumber: numberOf(fact) })),
    )
  const byRest = (facts: readonly ActivityInput[]) =>
    recordActivities(services, site.scope, { inputs: facts, tokenId: Number(tokens[0]?.id) })
  const upload = (facts: readonly ActivityInput[]) =>
    beginImport(services, site.scope, {
      kind: 'purchase',
      fileName: 'orders.csv',
      userId: site.owner.id,
      bytes: Buffer.from(
        [
          'id,occurred_at,state,first_name,email,city,product_title,total,currency',
          ...facts.map(({ id, occurred_at: at, state, person, items, total, currency }) =>
            [
              id,
              at,
              state,
              person?.first_name,
              person?.email,
              person?.city,
              items?.[0]?.title,
              total,
              currency,
            ]
              .map((value) => value ?? '')
              .join(','),
          ),
        ].join('\n'),
      ),
    })
  const byFile = async (facts: readonly ActivityInput[]) =>
    commitImport(services, site.scope, await upload(facts))
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${world.served.baseUrl}/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const names = async () =>
    (await world.stored.activities())
      .map(({ externalId, account, isNamedByCaller, source, isShowable }) =>
        [externalId, account || '-', source, ...(isNamedByCaller ? ['named'] : [])]
          .concat(isShowable ? [] : ['withheld'])
          .join(' '),
      )
      .toSorted()
  return {
    world,
    uuid,
    site,
    services,
    connection,
    orderOf,
    byShop,
    byRest,
    byFile,
    upload,
    call,
    names,
  }
}
