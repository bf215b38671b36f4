/** A time limit for waiting. The work itself continues. */
import { Refusal } from '../errors.ts'

/**
 * A database that hangs instead of failing must not hold up the pages.
 *
 * @throws Refusal `unavailable` after `millis`
 */
export async function withTimeout<Value>(awaited: Promise<Value>, millis: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Refusal('unavailable', 'The database took too long to respond.'))
    }, millis)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}
