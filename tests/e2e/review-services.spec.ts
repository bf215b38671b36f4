/** A shop's owner connects each review service with what its page says, and sees the review arrive. */
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect } from './product-test.ts'
import { test } from './service-test.ts'
import { findViolations } from './violations.ts'

const owner = 'owner@shop.example'

const services = [
  {
    label: 'Trustpilot',
    name: 'trustpilot',
    mistake: { field: 'Domain', value: 'elsewhere.example', words: /Enter your site’s domain/ },
    review: 'Nothing other than excellent customer service.',
  },
  {
    label: 'REVIEWS.io',
    name: 'reviews_io',
    mistake: { field: 'Store ID', value: 'elsewhere', words: /lists no reviews for this store ID/ },
    review: 'both arrived on time',
  },
  {
    label: 'Trusted Shops',
    name: 'trusted_shops',
    mistake: { field: 'Channel ID', value: 'chl-00000000', words: /no channel with this ID/ },
    review: 'Arrived within two days.',
  },
]

test('each review service is connected by its screen, a mistake first', async ({
  page,
  product,
  doubles,
}) => {
  test.setTimeout(180_000)
  const { details: ours = {} } = doubles.services.find((one) => one.name === 'Trustpilot') ?? {}
  await createAccount(product, owner, '--site-url', `https://${ours.Domain ?? ''}`)
  await logIn(page, product.baseUrl, owner)

  for (const { label, name, mistake, review } of services) {
    const { details = {}, actions = {} } = doubles.services.find((one) => one.name === label) ?? {}
    await actions['Write a review before connecting']?.()
    await visitScreen(page, `${product.baseUrl}/integrations/${name}`)
    const connect = page.getByRole('button', { name: `Connect ${label}` })
    // The label of an empty field says whether it's optional.
    const fieldOf = (field: string) => page.getByLabel(new RegExp(`^${field}( \\(optional\\))?$`))
    const fill = async (fields: Readonly<Record<string, string>>) => {
      for (const [field, value] of Object.entries(fields)) {
        await fieldOf(field).fill(value)
      }
      await connect.click()
    }
    expect(await findViolations(page.mainFrame())).toEqual([])

    await fill({ ...details, [mistake.field]: mistake.value })
    await expect(page.getByText(mistake.words)).toBeVisible()
    await expect(fieldOf(mistake.field)).toHaveValue(mistake.value)

    await fill({ [mistake.field]: '', ...details })
    await expect(page.getByText(`${label} connected.`)).toBeVisible()
    await expect(page.getByText(review).first()).toBeVisible()
    expect(await findViolations(page.mainFrame())).toEqual([])
  }
})

test('a page of reviews is connected by its address, and its screen says how long the first take', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/integrations/yelp')
  const address = page.getByLabel('Address of the page')
  expect(await findViolations(page.mainFrame())).toEqual([])

  await address.fill('https://shop.example/biz/oak')
  await page.getByRole('button', { name: 'Connect Yelp' }).click()
  await expect(page.getByText(/^Enter the address of your business on Yelp, like /)).toBeVisible()

  await address.fill('yelp.com/biz/oak-pottery-austin?hrid=1')
  await page.getByRole('button', { name: 'Connect Yelp' }).click()
  await expect(page.getByText('Yelp connected.')).toBeVisible()
  await expect(page.getByText('takes up to a few hours')).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
})
