import { createServer } from 'node:net'

/** Systems give connections higher ports, so no connection takes one of these meanwhile. */
const lowest = 20_000
const pairs = 6_000

/** Different for processes that run at the same time. */
let next = (process.pid * 16) % pairs

/**
 * A port of the loopback address that was free a moment ago. The one after it is not given out, because the
 * demo store takes it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + 2 * next
    next = (next + 1) % pairs
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => {
      resolve(false)
    })
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true)
      })
    })
  })
