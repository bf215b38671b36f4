// @vitest-environment happy-dom
import { RemixBrowser } from '@remix-run/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { StandaloneHost } from '#app/platforms/standalone/host.tsx'
import { Design } from '../design.tsx'
import { Button } from '../kit/button.tsx'
import { PasswordInput } from './fields.tsx'
import { useFormFetcher } from './form-fetcher.ts'

const refusal = 'That’s not your current password.'

/** The field and the button at the moment when the error is in the page. */
const shown: { value: string | undefined; canSubmit: boolean }[] = []

function PasswordForm() {
  const { Form, ref, answer, isBusy } = useFormFetcher()

  // Runs in the commit that shows the error, before any other effect can repair it.
  useLayoutEffect(() => {
    if (!ref.current?.textContent.includes(refusal)) return
    const button = ref.current.querySelector<HTMLButtonElement>('[type=submit]')
    shown.push({
      value: ref.current.querySelector('input')?.value,
      canSubmit: button !== null && !button.disabled,
    })
  })

  return (
    <Form ref={ref} method="post">
      <PasswordInput
        name="password"
        label="Your password"
        autoComplete="new-password"
        answer={answer}
      />
      <Button submit loading={isBusy}>
        Download my data
      </Button>
    </Form>
  )
}

const Page = () => (
  <Design Host={StandaloneHost}>
    <PasswordForm />
  </Design>
)

// The context that a server writes into the page for Remix.
beforeAll(() => {
  const clientAction = () => ({ errors: { password: [refusal] }, message: null, values: {} })
  const root = { id: 'root', path: '', module: '', hasAction: true, hasClientAction: true }
  const future = { v3_fetcherPersist: true, v3_relativeSplatPath: true }
  Object.assign(window, {
    __remixContext: { future, state: { loaderData: {} } },
    __remixManifest: { routes: { root }, version: '' },
    __remixRouteModules: { root: { default: Page, clientAction } },
  })
})

test('once the error is seen, a new password is kept and Enter sends it', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<RemixBrowser />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const field = () => place.querySelector('input')
  await expect.poll(field).not.toBeNull()
  // The setter of the element itself is React's, and would hide the change from it.
  Reflect.set(HTMLInputElement.prototype, 'value', 'wrong', field())
  field()?.dispatchEvent(new Event('input', { bubbles: true }))
  place.querySelector<HTMLButtonElement>('[type=submit]')?.click()

  await expect.poll(() => shown.length).toBeGreaterThan(0)

  expect(shown[0]).toEqual({ value: '', canSubmit: true })
})
