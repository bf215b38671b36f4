/** An end to waiting: what is waited for goes on by itself. */
import { Refusal } from '../errors.ts'

/**
 * R08 (security.md): a database that hangs instead of failing must not hold the pages.
 *
 * @throws Refusal `unavailable` when nothing came within `millis`
 */
export async function withTimeout<Value>(awaited: Promise<Value>, millis: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Refusal('unavailable', 'The database did not answer in time.'))
    }, millis)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}
