/** Tests of a message on its owner's device (docs/threats.md T111). */
import { expect, test } from 'vitest'
import { pushCounts, pushSends } from '#app/db/schema/push.ts'
import { createCampaign } from '#app/domain/push/campaigns.server.ts'
import { sendTestMessage } from '#app/domain/push/sending/send-test.server.ts'
import { campaign, openPushShop, shopIn, type PushShop } from '../../support/push/push-world.ts'

const linkOf = (token: string) => `https://footfall.example/push/${token}`

const sendTo = ({ world, site }: PushShop, link: string) =>
  sendTestMessage(world.services, site.scope, { link, kind: 'news', content: campaign.content })

test('a draft is tried on the device whose link is entered, and is counted nowhere', async () => {
  const shop = await openPushShop({ quietFrom: '00:00', quietUntil: '23:59' })
  const [one, other] = [await shop.subscribe(), await shop.subscribe()]

  await sendTo(shop, ` ${linkOf(one.token)}/ `)
  shop.push.forget(other.browser.endpoint)
  const gone = sendTo(shop, linkOf(other.token))

  await expect(gone).rejects.toMatchObject({ code: 'conflict' })
  expect(shop.messagesOf(one)).toMatchObject([{ title: campaign.content.title, open: 'Open' }])
  const { db } = shop.world.services
  expect(await db.system.$count(pushSends)).toBe(0)
  expect(await db.system.$count(pushCounts)).toBe(0)
})

test('a test goes to no device of another site, and to none without its link', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const foreign = await other.subscribe()
  const ended = await shop.subscribe()
  await shop.change(ended, { do: 'unsubscribe' })

  for (const link of ['', 'made up', linkOf('made-up'), foreign.token, linkOf(foreign.token)]) {
    await expect(sendTo(shop, link)).rejects.toMatchObject({ code: 'invalid' })
  }
  await expect(sendTo(shop, linkOf(ended.token))).rejects.toMatchObject({ code: 'invalid' })
  expect(shop.push.received).toEqual([])
})

test('both texts of a campaign are sent from its screen, and a wrong link is named at its field', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const one = await shop.subscribe()
  const contentB = { ...campaign.content, title: 'Linen is here' }
  const uuid = await createCampaign(services, shop.site.scope, {
    input: { ...campaign, contentB },
    userId: null,
  })
  const { fetch } = await shop.world.serve()
  const send = (link: string) =>
    fetch(`/push-nudges/campaigns/${uuid}`, {
      method: 'POST',
      headers: { Cookie: shop.site.owner.cookie },
      body: new URLSearchParams({ intent: 'test', link }),
    })

  const refused = await send('https://elsewhere.example/')
  const sent = await send(linkOf(one.token))

  expect([refused.status, sent.status]).toEqual([422, 200])
  expect(await refused.text()).toContain('Enter the link of “Message settings” from your device.')
  expect(shop.messagesOf(one).map(({ title }) => title)).toEqual(['New linen', 'Linen is here'])
})
