// @vitest-environment happy-dom
import { act, Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useLocalPaths } from './host.ts'

/** Like the error page, which replaces a screen that throws. */
class ErrorPage extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null }

  static getDerivedStateFromError = ({ message }: Error) => ({ message })

  override render() {
    return this.state.message ?? this.props.children
  }
}

/** A screen with one button, which navigates to the path. */
function createScreen(path: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const went: string[] = []
  const go = (to: string) => {
    went.push(to)
  }
  const Screen = () => {
    const navigate = useLocalPaths(go)
    return (
      <button
        onClick={() => {
          navigate(path)
        }}
      >
        Go
      </button>
    )
  }
  act(() => {
    root.render(
      <ErrorPage>
        <Screen />
      </ErrorPage>,
    )
  })
  onTestFinished(() => {
    act(() => {
      root.unmount()
    })
    place.remove()
    vi.unstubAllGlobals()
  })
  return {
    press: () => {
      act(() => place.querySelector('button')?.click())
    },
    shown: () => place.textContent,
    went,
  }
}

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  'javascript:alert(1)',
  '/\\x.example',
])('spec §8: navigating to %s throws, and leads nowhere', (path) => {
  const { press, shown, went } = createScreen(path)

  press()
  // React also logs errors to the console that the error page shows.
  vi.mocked(console.error).mockClear()

  expect(shown()).toBe(`Refusing to navigate to an external URL: ${path}`)
  expect(went).toEqual([])
})

test('a path within the product opens', () => {
  const { press, shown, went } = createScreen('/account/devices?a=1')

  press()

  expect(went).toEqual(['/account/devices?a=1'])
  expect(shown()).toBe('Go')
})
