import fc from 'fast-check'
import { everywhere } from '#app/contract/nudge-rules.ts'
import {
  addForms,
  control,
  formsPayload,
  hashOf,
  sendForms,
  signUpsOf,
  watchSignUps,
} from './shop-forms.ts'
import { expect, payloadOf, test } from './shop-test.ts'

const hash = hashOf('ada@mail.example')

const newsletter = `
  <form id="news">
    <label>First name <input name="who" value="Ada"></label>
    <label>Mail <input name="mail" type="email" value=" Ada@Mail.example"></label>
    <input type="password" name="word" value="hunter2-secret">
    <input name="cc" autocomplete="cc-number" value="4111111111111111">
    <input type="hidden" name="state" value="a1b2c3d4e5f6a7b8c9d0">
    <input name="account" value="DE89370400440532013000">
    <textarea name="wish">Nobody may read this</textarea>
    <button>Sign up</button>
  </form>`

test('a form that is sent leaves the page as a first name and a hash, and as nothing else', async ({
  shop,
}) => {
  shop.site.payload = formsPayload({ firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter)

  await shop.page.getByRole('button', { name: 'Sign up' }).click()
  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(1)

  const body = shop.site.batches.map((batch) => batch.body).find((text) => text.includes('signup'))
  const { events } = JSON.parse(body ?? '{}') as { events: unknown[] }
  expect(events.at(-1)).toEqual({
    id: expect.any(String),
    page: '/product',
    type: 'activity',
    activity: {
      kind: 'signup',
      id: expect.any(String),
      first_name: 'Ada',
      email_hash: hash,
    },
  })
  const sent = shop.site.batches.map((batch) => batch.body).join('')
  for (const secret of ['hunter2', '4111', 'a1b2c3d4e5', 'DE8937', 'Nobody', 'mail.example']) {
    expect(sent.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

test('a sign-up is sent even when the form leads to another page', async ({ shop }) => {
  shop.site.payload = formsPayload({ selector: '#news', email: 'mail' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(
    shop.page,
    '<form id="news" action="/thanks" method="post"><input name="mail" value="ada@mail.example"><button>Sign up</button></form>',
    true,
  )

  await shop.page.getByRole('button', { name: 'Sign up' }).click()
  await shop.page.waitForURL('**/thanks')

  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ email_hash: hash }])
})

test('typed text isn’t sent until the form is submitted', async ({ shop }) => {
  const left = watchSignUps(shop.page)
  shop.site.payload = formsPayload({ firstName: 'who' }, control.rule)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter + control.html)

  await shop.page.locator('[name=who]').fill('Grace')
  await shop.page.locator('[name=mail]').fill('grace@mail.example')
  await shop.page.locator('[name=mail]').blur()
  await shop.page.evaluate(() =>
    document.querySelector('#news')?.dispatchEvent(new Event('submit')),
  )
  await sendForms(shop.page, '#control')

  await expect.poll(() => left).toMatchObject([{ email_hash: control.hash }])
})

test('sent twice it is one activity', async ({ shop }) => {
  shop.site.payload = formsPayload({ selector: '#news', firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter)

  await sendForms(shop.page, '#news', '#news')

  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(2)
  expect(new Set(signUpsOf(shop.site).map(({ id }) => id)).size).toBe(1)
})

/** The rule names the field `target`; the rest of the form is valid. */
const neverRead: Record<string, string> = {
  'a password': '<input name="target" type="password" value="Ada">',
  'a hidden field': '<input name="target" type="hidden" value="Ada">',
  'a telephone number': '<input name="target" type="tel" value="Ada">',
  'a text of any length': '<textarea name="target">Ada</textarea>',
  'a choice': '<select name="target"><option>Ada</option></select>',
  'a name of the list': '<input name="target" id="user-pass" value="Ada">',
  'a label of the list': '<label>Your PIN <input name="target" value="Ada"></label>',
  'a hint of the list': '<input name="target" placeholder="Date of birth" value="Ada">',
  'a spoken name of the list': '<input name="target" aria-label="Card holder" value="Ada">',
  'a purpose of the list': '<input name="target" autocomplete="cc-name" value="Ada">',
  'a one-time code': '<input name="target" autocomplete="one-time-code" value="Ada">',
  'what the page keeps from us': '<p data-footfall-ignore><input name="target" value="Ada"></p>',
  'the number of a card': '<input name="target" value="4111 1111 1111 1111">',
  'the number of an account': '<input name="target" value="GB82WEST12345698765432">',
  'a token': '<input name="target" value="eyJhbGciOiJIUzI1NiJ9">',
  'a long run of letters': '<input name="target" value="QWxhZGRpbjpvcGVuIHNlc">',
  'an address': '<input name="target" value="ada@mail.example">',
}

test('fields that are never read stay in the page even when the owner asks for them', async ({
  shop,
}) => {
  const cases = Object.values(neverRead)
  const left = watchSignUps(shop.page)
  const rules = cases.map((_html, place) => ({ selector: `#f${place}`, firstName: 'target' }))
  shop.site.payload = formsPayload(...rules, { selector: '#plain', firstName: 'target' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  const forms = cases.map((html, place) => `<form id="f${place}">${html}</form>`)
  await addForms(
    shop.page,
    `${forms.join('')}<form id="plain"><input name="target" autocomplete="given-name" value="Ada Augusta"></form>`,
  )

  await sendForms(shop.page, ...rules.map(({ selector }) => selector), '#plain')

  await expect.poll(() => left).toHaveLength(cases.length + 1)
  expect(left.filter((signUp) => 'first_name' in Object(signUp))).toMatchObject([
    { first_name: 'Ada' },
  ])
})

test('the value of a field on the list never leaves the page', async ({ shop }) => {
  const left = watchSignUps(shop.page)
  shop.site.payload = formsPayload({ selector: '.hostile', firstName: 'target' }, control.rule)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, control.html)
  const word =
    'pass pwd cvc cvv card iban ssn social tax token secret otp pin dob birth medical csrf'
  const field = fc.record({
    word: fc.constantFrom(...word.split(' ')),
    where: fc.constantFrom('name', 'id', 'label', 'aria-label', 'placeholder'),
    before: fc.stringMatching(/^[A-Za-z_-]{0,6}$/),
    after: fc.stringMatching(/^[A-Za-z_-]{0,6}$/),
    isLoud: fc.boolean(),
    value: fc.stringMatching(/^Zq[a-z]{6,14}$/),
  })

  const all = fc.sample(field, { numRuns: 200, seed: 20 })
  await shop.page.evaluate((fields) => {
    for (const { word: bad, where, before, after, isLoud, value } of fields) {
      const called = before + (isLoud ? bad.toUpperCase() : bad) + after
      const form = document.createElement('form')
      const label = document.createElement('label')
      const input = document.createElement('input')
      form.className = 'hostile'
      input.name = 'target'
      if (where === 'label') label.textContent = called
      else input.setAttribute(where, called)
      input.value = value
      label.append(input)
      form.append(label)
      document.body.append(form)
      form.requestSubmit()
    }
  }, all)
  await sendForms(shop.page, '#control')
  await expect
    .poll(() => signUpsOf(shop.site))
    .toContainEqual(expect.objectContaining({ email_hash: control.hash }))

  expect(left).toHaveLength(all.length + 1)
  const sent = JSON.stringify(left)
  expect(all.filter(({ value }) => sent.includes(value))).toEqual([])
})

test('a form that goes to strangers is left alone', async ({ shop }) => {
  const input = '<input name="mail" type="email" value="ada@mail.example">'
  const forms: [string, boolean][] = [
    [`<form action="https://list.example/add">${input}</form>`, false],
    [`<form action="https://shop.localhost.example/">${input}</form>`, false],
    [`<form action="https://myshop.localhost/">${input}</form>`, false],
    [`<form action="//list.example">${input}</form>`, false],
    [`<form action="javascript:void 0">${input}</form>`, false],
    [`<form action="mailto:list@shop.localhost">${input}</form>`, false],
    [`<form action="https://mail.shop.localhost/add">${input}</form>`, true],
    [`<form action="https://localhost/add">${input}</form>`, true],
    [`<form action="">${input}</form>`, true],
    [`<form>${input}</form>`, true],
  ]
  shop.site.payload = formsPayload(...forms.map((_form, place) => ({ selector: `#f${place}` })))
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  const named = forms.map(([form], place) => form.replace('<form', `<form id="f${place}"`))
  await addForms(shop.page, named.join(''))

  await sendForms(shop.page, ...forms.map((_form, place) => `#f${place}`))

  const expected = forms.filter(([, isOurs]) => isOurs).length
  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(expected)
})

test('a button that sends the form to strangers counts as the form itself', async ({ shop }) => {
  const left = watchSignUps(shop.page)
  shop.site.payload = formsPayload({}, control.rule)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(
    shop.page,
    `<form action="/here"><input type="email" value="ada@mail.example"><button formaction="https://list.example">Send</button></form>${control.html}`,
  )

  await shop.page.getByRole('button', { name: 'Send' }).click()
  await sendForms(shop.page, '#control')

  await expect.poll(() => left).toMatchObject([{ email_hash: control.hash }])
})

test('fields with the names of functions change nothing', async ({ shop }) => {
  const names = ['elements', 'action', 'id', 'submit', 'length', 'querySelectorAll', 'target']
  const fields = names.map((name) => `<input name="${name}" value="x">`).join('')
  shop.site.payload = formsPayload({ selector: '#news', firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter.replace('<form id="news">', `<form id="news">${fields}`))

  await sendForms(shop.page, '#news')

  await expect
    .poll(() => signUpsOf(shop.site))
    .toMatchObject([{ first_name: 'Ada', email_hash: hash }])
})

test('the first rule that fits is the one that holds, and one that is no selector fits nothing', async ({
  shop,
}) => {
  shop.site.payload = formsPayload(
    { selector: '#no[', firstName: 'mail' },
    { selector: '#news', email: 'mail' },
    { firstName: 'who' },
  )
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter)

  await sendForms(shop.page, '#news')

  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(1)
  expect(signUpsOf(shop.site)[0]).not.toHaveProperty('first_name')
})

test('without a secure context the address stays in the page', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  shop.site.payload = formsPayload({ firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter)

  await sendForms(shop.page, '#news')

  await expect.poll(() => signUpsOf(shop.site)).toHaveLength(1)
  expect(signUpsOf(shop.site)[0]).toEqual({
    kind: 'signup',
    id: expect.any(String),
    first_name: 'Ada',
  })
})

test('a page without a rule fetches nothing for it and sends nothing', async ({ shop }) => {
  const asked: string[] = []
  shop.page.on('request', (request) => asked.push(request.url()))
  const pages = [{ match: 'exact' as const, value: '/newsletter' }]
  shop.site.payload = formsPayload({ rules: { ...everywhere, pages }, firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  expect(asked.filter((url) => url.includes('pixel.facts'))).toEqual([])

  await shop.page.evaluate(() => {
    history.pushState({}, '', '/newsletter')
  })
  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'impression').length)
    .toBe(2)
  await addForms(shop.page, newsletter)
  await sendForms(shop.page, '#news')

  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ first_name: 'Ada' }])
})

test('a page that was left without a new document sends nothing more by its rules', async ({
  shop,
}) => {
  const left = watchSignUps(shop.page)
  const pages = [{ match: 'exact' as const, value: '/product' }]
  shop.site.payload = formsPayload({ rules: { ...everywhere, pages } }, control.rule)
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  // A field for a card would make the page a checkout, which shows nothing.
  const withoutCard = newsletter.replace(/<input name="cc".*>/, '')
  await addForms(shop.page, withoutCard + control.html)

  await shop.page.evaluate(() => {
    history.pushState({}, '', '/socks')
    const form = document.querySelector<HTMLFormElement>('#news')
    form?.requestSubmit()
  })
  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'impression').length)
    .toBe(2)
  await sendForms(shop.page, '#news', '#control')

  await expect.poll(() => left).toMatchObject([{ email_hash: control.hash }])
})

test('a checkout is left alone, whatever the rules say', async ({ shop }) => {
  shop.site.payload = formsPayload({ firstName: 'who' })
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, newsletter)

  await shop.page.evaluate(() => window.footfall?.push(['set', { kind: 'checkout' }]))
  await sendForms(shop.page, '#news')
  await shop.page.evaluate(() => window.footfall?.push(['track', 'cart', 'marker']))

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(signUpsOf(shop.site)).toEqual([])
})

test('who is shown nothing for comparison signs up all the same', async ({ shop }) => {
  shop.site.payload = payloadOf([], {}, { withheld: 'holdout', forms: [{ firstName: 'who' }] })
  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toEqual(['visit', 'not_shown'])
  await addForms(shop.page, newsletter)

  await sendForms(shop.page, '#news')

  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ first_name: 'Ada' }])
})

test('who turned nudges off here is left alone', async ({ shop }) => {
  await shop.page.addInitScript(() => {
    sessionStorage.setItem('footfall', 'off')
  })
  shop.site.payload = formsPayload({ firstName: 'who' })
  await shop.open()
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('not_shown')
  await addForms(shop.page, newsletter)

  await sendForms(shop.page, '#news')
  await shop.page.evaluate(() => window.footfall?.push(['track', 'cart', 'marker']))

  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
  expect(signUpsOf(shop.site)).toEqual([])
})
