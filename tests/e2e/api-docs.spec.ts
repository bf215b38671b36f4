/** The documentation of the REST API, for readers without a script and without a pointer. */
import { expect, test } from './product-test.ts'
import { checkScreen, pressControl } from './keyboard.ts'

test('the documentation is accessible at every width, and loads nothing but itself', async ({
  page,
  product,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))

  await page.goto(`${product.baseUrl}/api/docs`)
  await checkScreen(page)
  await pressControl(page, page.getByRole('link', { name: 'Record up to 100 activities' }))

  await expect(page).toHaveURL(/#recordActivities$/)
  await expect(page.getByRole('heading', { name: 'Record up to 100 activities' })).toBeInViewport()
  expect(loaded.filter((path) => !['/api/docs', '/favicon.ico'].includes(path))).toEqual([])
})
