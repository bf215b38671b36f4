/**
 * Argon2id (the library's default) with a limited number of concurrent hashes, so that a login
 * flood can't take the whole CPU.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#app/lib/errors.ts'

/**
 * OWASP password storage cheat sheet: 19 MiB, two passes; one lane, because concurrency is limited
 * here.
 */
const recommended = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves one core for page requests. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const waitingAtMost = 50

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  /** Takes the same time for an unknown account: pass `null`, and the result is false. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>
}

/**
 * @param cost of one hash; tests that are not about passwords take the least there is
 * @throws Refusal `unavailable` when too many are waiting
 */
export function createPasswordHasher(cost = recommended): PasswordHasher {
  const inTurn = createHashQueue()
  // Verified when there is no account, so that both cases take equally long.
  const decoy = inTurn(() => hash('no account has this password', cost))

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(passwordHash, password) {
      const expected = passwordHash ?? (await decoy)
      const matches = await inTurn(() => verify(expected, password))
      return passwordHash !== null && matches
    },
  }
}

function createHashQueue() {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) {
        throw new Refusal('unavailable', 'Too many people are logging in. Try again in a moment.', {
          retryAfterSeconds: 5,
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
