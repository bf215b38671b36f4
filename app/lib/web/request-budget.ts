/** How many requests may go to each provider account, so that no provider has to stop us. */
import type { MaybePromise } from '../async/maybe-promise.ts'
import { createLru } from '../cache/lru.ts'

/** Number of requests in any period of this many seconds. Bursts are allowed. */
export type Budget = { requests: number; seconds: number }

export type RequestBudgets = {
  /** Spends one request. @returns null; or, with nothing spent, the moment when one will be free */
  spend: (key: string, budget: Budget, now: Date) => MaybePromise<Date | null>
  /** Grants nothing before that moment, even if requests are left. */
  pause: (key: string, until: Date) => MaybePromise<void>
}

type Account = {
  /** Moments of the requests in the current window, oldest first. */
  spent: number[]
  pausedUntil: number
}

/** Kept in memory, for a product with one process. A restart resets them. */
export function createRequestBudgets(maxKeys = 10_000): RequestBudgets {
  const accounts = createLru<string, Account>(maxKeys)

  function accountOf(key: string): Account {
    const known = accounts.get(key)
    if (known) return known
    const account: Account = { spent: [], pausedUntil: 0 }
    accounts.set(key, account)
    return account
  }

  return {
    spend(key, { requests, seconds }, now) {
      const account = accountOf(key)
      const at = now.getTime()
      const windowMillis = seconds * 1000
      // A moment in the future was noted before the clock was set back: it must not block.
      account.spent = account.spent.filter((moment) => moment <= at && at - moment < windowMillis)
      const [oldest = at] = account.spent
      const freeAt = account.spent.length < requests ? at : oldest + windowMillis
      const grantedAt = Math.max(freeAt, account.pausedUntil)
      if (grantedAt > at) return new Date(grantedAt)
      account.spent.push(at)
      return null
    },
    pause(key, until) {
      const account = accountOf(key)
      account.pausedUntil = Math.max(account.pausedUntil, until.getTime())
    },
  }
}
