// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { reloadAfterFailedChunks } from './chunk-reload.ts'

const visit = (fetch: () => Promise<Response>) => {
  sessionStorage.clear()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  reload.mockClear()
  vi.stubGlobal('fetch', fetch)
  reloadAfterFailedChunks(window)
  return reload
}

test('a part that is missing loads the page again, once', async () => {
  const reload = visit(() => Promise.resolve(new Response('{}')))

  expect(await window.reloadAfterFailedPart()).toBe(true)
  expect(await window.reloadAfterFailedPart()).toBe(false)

  expect(reload).toHaveBeenCalledTimes(1)
})

test('without a connection the page is not given up for an empty one', async () => {
  const reload = visit(() => Promise.reject(new TypeError('Failed to fetch')))

  await expect(window.reloadAfterFailedPart()).rejects.toThrow('Failed to fetch')

  expect(reload).not.toHaveBeenCalled()
})
