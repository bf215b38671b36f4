/** Lets the readers of one screen share a transaction. */
import type { Database, Transaction } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'

type Shared = {
  teamId: number
  tx: Promise<Transaction>
  /** Readers that use it now. */
  users: number
  end: () => void
}

/**
 * Services of one screen, whose `asTeam` only reads. Readers that overlap share a transaction, because its
 * begin and end cost more than most of their statements. The transaction ends with its last reader, so no
 * reader waits for another connection while it holds one. An error of one reader fails the others, too.
 */
export const shareReads = (services: Services): Services => ({
  ...services,
  db: sharing(services.db),
})

function sharing(db: Database): Database {
  let open: Shared | null = null

  function begin(teamId: number): Shared {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const tx = new Promise<Transaction>((resolve, reject) => {
      db.asTeam({ teamId }, async (begun) => {
        resolve(begun)
        await ended
      }).catch(reject)
    })
    return { teamId, tx, end, users: 0 }
  }

  return {
    ...db,
    async asTeam({ teamId }, work) {
      const shared = open?.teamId === teamId ? open : begin(teamId)
      open = shared
      shared.users += 1
      try {
        return await work(await shared.tx)
      } finally {
        shared.users -= 1
        if (shared.users === 0) {
          if (open === shared) open = null
          shared.end()
        }
      }
    },
  }
}
