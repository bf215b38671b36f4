// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { Avatar, Image } from './image.tsx'

const source = '/api/image?url=x&key=y' as ImageSource
const other = '/api/image?url=z&key=y' as ImageSource

/** @param hasEnded the browser was done with the image before the page’s script ran */
function createPlace({ hasEnded = false } = {}) {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(hasEnded)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => {
      root.unmount()
    })
    place.remove()
    vi.restoreAllMocks()
  })
  return {
    place,
    draw: (element: React.ReactNode) => {
      act(() => {
        root.render(element)
      })
    },
    fail: () => {
      act(() => {
        place.querySelector('img')?.dispatchEvent(new Event('error'))
      })
    },
  }
}

test('an image that can’t be loaded is replaced, and another one is tried', () => {
  const { place, draw, fail } = createPlace()
  const element = (from: ImageSource) => (
    <Image source={from} width={40} height={40} alt="" instead={<i>none</i>} />
  )

  draw(element(source))
  expect(place.querySelector('img')?.getAttribute('src')).toContain('width=40')
  fail()
  expect(place.innerHTML).toBe('<i>none</i>')

  draw(element(other))
  expect(place.querySelector('img')).not.toBeNull()
})

test('an image that failed before the script ran is replaced as well', () => {
  const { place, draw } = createPlace({ hasEnded: true })

  draw(<Image source={source} width={40} alt="" instead={<i>none</i>} />)

  expect(place.innerHTML).toBe('<i>none</i>')
})

test('a person whose image can’t be loaded is a letter', () => {
  const { place, draw, fail } = createPlace()

  draw(<Avatar source={source} name="ines" size={32} />)
  fail()

  expect(place.textContent).toBe('I')
})

test('without something else to show, the text of a failed image stays', () => {
  const { place, draw, fail } = createPlace()

  draw(<Image source={source} width={40} alt="The shop’s logo" />)
  fail()

  expect(place.querySelector('img')?.alt).toBe('The shop’s logo')
})
