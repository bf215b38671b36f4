/** The app's requests for tokens and its topics of webhooks, beside what Shopify publishes. */
import { expect, test } from 'vitest'
import { optionalScopes, scopes, webhookTopics } from '#app/clients/shopify/app-settings.ts'
import { createShopify } from '#app/clients/shopify/shopify.server.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import { appKeys, startTestStore } from '#tests/support/shopify/demo-store.ts'
import { tokenRequests, topicFacts } from './requests.ts'

test('every request for a token has the published fields of its grant, and no others', async () => {
  const { store, shop, clock } = await startTestStore()
  const sent: Readonly<Record<string, unknown>>[] = []
  const { answer } = shop.tokens
  shop.tokens.answer = (fields) => {
    sent.push(fields)
    return answer(fields)
  }
  const { exchangeOffline, exchangeOnline, refresh } = createShopify({
    app: {
      ...appKeys,
      handle: 'footfall',
      previousApiSecret: undefined,
      pricing: 'billing_api',
      distribution: 'app_store',
      contentPolicy: 'enforce',
      listingUrl: undefined,
      double: store.url,
    },
    appUrl: 'http://localhost:3000',
    providers: createProviderClients({ now: clock.now, internet: { doubles: [store.url] } }),
    now: clock.now,
  })
  const { domain } = shop.state

  await exchangeOnline(domain, shop.createSessionToken())
  const { refreshToken } = await exchangeOffline(domain, shop.createSessionToken())
  await refresh(domain, refreshToken)

  expect(sent).toHaveLength(3)
  for (const fields of sent) {
    const { required = [], optional = [] } = tokenRequests[String(fields['grant_type'])] ?? {}
    const names = Object.keys(fields)
    expect(names).toEqual(expect.arrayContaining([...required]))
    expect(names.filter((name) => ![...required, ...optional].includes(name))).toEqual([])
  }
})

test('every topic has the published scope, which the app asks for', () => {
  const published = Object.fromEntries(
    Object.entries(topicFacts).map(([topic, { scope }]) => [topic, scope]),
  )

  expect(webhookTopics).toEqual(published)
  for (const scope of Object.values(published)) {
    if (scope !== null) expect([...scopes, ...optionalScopes]).toContain(scope)
  }
})

test.each(Object.entries(topicFacts))(
  '%s is sent without approval unless it is protected',
  async (topic, { scope, isProtected }) => {
    const { shop } = await startTestStore()
    shop.install()
    if (scope === 'read_customers') shop.grantScopes([scope])
    const send = () => shop.webhooks.send(topic as keyof typeof webhookTopics, { id: 1 })

    expect(send()).not.toBeNull()
    shop.refusing.start('unapproved')
    expect(send() === null).toBe(isProtected)
    shop.refusing.end('unapproved')
    await shop.webhooks.settle()
  },
)
