/** A page of reviews is shown once it is proven to be the site's, and no longer than that. */
import { expect, test } from 'vitest'
import { codeOf } from '#app/domain/connections/reviews/check-page.server.ts'
import { storeNudge } from '../../support/nudges.ts'
import { readShown } from '../../support/integrations/shown-reviews.ts'
import {
  createReviewPageWorld,
  yelpPage,
  type ReviewPageWorld,
} from '../../support/integrations/review-page.ts'

const link = `<a href="${yelpPage.replace('www.', '')}?utm=footer">Reviews</a>`

async function connected() {
  const world = await createReviewPageWorld()
  await storeNudge(world.services, world.site, { type: 'review', query: { minimum: 1 } })
  const review = world.datashake.placeOrder()
  const uuid = await world.connectPage()
  return { ...world, uuid, review: review.id }
}

const proofOf = async (world: ReviewPageWorld & { uuid: string }) =>
  (await world.stored.connection(world.uuid))?.pageProof?.proof ?? null

test('reviews of a page wait until the site links to it', async () => {
  const world = await connected()
  world.home.html = `<!-- ${link} --><a href="https://www.yelp.com/biz/ash-pottery">Ash</a>`
  await world.pass(2)
  expect(await world.stored.activities()).toMatchObject([{ isUnproved: true }])
  expect(await proofOf(world)).toBeNull()
  expect(await readShown(world)).toEqual([])

  world.home.html = link
  await world.pass(7)
  expect(await proofOf(world)).toBe('link')
  expect(await readShown(world)).toHaveLength(1)
})

test('staff see which page isn’t proven', async () => {
  const world = await connected()
  await world.pass(2)
  const screen = async () => {
    // Their second factor lasts less than the hours that pass.
    const { cookie } = await world.confirmedStaff()
    const path = `/kiosk/teams/${String(world.site.scope.teamId)}`
    const response = await world.served.fetch(path, { headers: { Cookie: cookie } })
    expect(response.status).toBe(200)
    return response.text()
  }
  const before = await screen()
  expect(before).toContain('Review page not verified')
  expect(before).toContain(yelpPage)

  world.home.html = link
  await world.pass(7)
  expect(await screen()).not.toContain('Review page not verified')
})

test('a link that is removed ends the proof, and a home page that can’t be read doesn’t', async () => {
  const world = await connected()
  world.home.html = link
  await world.pass(2)
  world.home.html = null
  await world.pass(24)
  expect(await proofOf(world)).toBe('link')

  world.home.html = '<p>Oak</p>'
  await world.pass(24)
  expect(await proofOf(world)).toBeNull()
  expect(await readShown(world)).toEqual([])
})

test('a page that names the site’s domain is proven, also with a subdomain', async () => {
  const world = await connected()
  world.datashake.page['meta_data'] = JSON.stringify({ website: 'https://shop.oak.example/' })
  await world.pass(2)

  expect(await proofOf(world)).toBe('domain')
  expect(await readShown(world)).toHaveLength(1)
})

test('a page that names another website than before isn’t the site’s any longer', async () => {
  const world = await connected()
  world.datashake.page['meta_data'] = JSON.stringify({ website: 'https://shop.oak.example/' })
  await world.pass(2)
  expect(await readShown(world)).toHaveLength(1)

  world.datashake.page['meta_data'] = JSON.stringify({ website: 'https://ash.example/' })
  await world.pass(26)
  expect(await proofOf(world)).toBeNull()
  expect(await readShown(world)).toEqual([])
})

test('a link proves a page that names no website, and never one that names another', async () => {
  const world = await connected()
  world.home.html = link
  world.datashake.page['meta_data'] = JSON.stringify({ website: 'https://ash.example/' })
  await world.pass(2)
  expect(await proofOf(world)).toBeNull()
  expect(await readShown(world)).toEqual([])

  world.datashake.page['meta_data'] = JSON.stringify({})
  await world.pass(26)
  expect(await proofOf(world)).toBe('link')
  expect(await readShown(world)).toHaveLength(1)

  world.datashake.page['meta_data'] = JSON.stringify({ website: 'https://ash.example/' })
  await world.pass(26)
  expect(await proofOf(world)).toBeNull()
  expect(await readShown(world)).toEqual([])
})

test('an answer of the page’s owner with this site’s code proves it, and words of a reviewer don’t', async () => {
  const world = await connected()
  const { secrets } = world.services.security
  const code = codeOf(secrets, world.site.scope.siteUuid)
  const foreign = codeOf(secrets, '00000000-0000-4000-8000-000000000000')
  world.datashake.changes.set(world.review, {
    review_text: `Good, ${code}`,
    response: { comment: foreign },
  })
  await world.pass(2)
  expect(await proofOf(world)).toBeNull()

  world.datashake.changes.set(world.review, { response: { comment: `Thanks! ${code}` } })
  await world.pass(26)
  expect(await proofOf(world)).toBe('code')

  // The answer can be deleted, but a page with another website may be someone else's.
  world.datashake.changes.clear()
  world.datashake.page['meta_data'] = { website: 'https://ash.example' }
  await world.pass(26)
  expect(await proofOf(world)).toBe('code')
  world.datashake.page['meta_data'] = { website: 'https://elm.example' }
  await world.pass(26)
  expect(await proofOf(world)).toBeNull()
})

test('a site with another URL has to prove it again', async () => {
  const world = await connected()
  world.datashake.page['meta_data'] = { website: 'oak.example' }
  await world.pass(2)
  expect(await proofOf(world)).toBe('domain')

  await world.moveTo('shop.example')
  await world.pass(2)
  expect(await proofOf(world)).toBeNull()
  expect(await world.stored.activities()).toMatchObject([{ isUnproved: true }])
})

test('a code goes on proving the page after a link did so for a while', async () => {
  const world = await connected()
  const code = codeOf(world.services.security.secrets, world.site.scope.siteUuid)
  world.datashake.changes.set(world.review, { response: { comment: code } })
  await world.pass(2)
  expect(await proofOf(world)).toBe('code')

  world.datashake.changes.clear()
  world.home.html = link
  await world.pass(26)
  expect(await proofOf(world)).toBe('link')
  world.home.html = '<p>Oak Pottery</p>'
  await world.pass(26)
  expect(await proofOf(world)).toBe('code')
})
