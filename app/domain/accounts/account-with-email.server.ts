import { and, eq, isNotNull, sql, type Column, type SQL } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'

/**
 * The account that logs in with an email address. People who only come through a shop system's
 * admin may have the same address: nothing proves to us that they are the same person.
 *
 * @param email in lower case, or a column that holds one
 */
export const accountWithEmail = (email: string | Column): SQL | undefined =>
  and(eq(users.email, email), isNotNull(users.passwordHash))

/** Whether a person logs in with a password, without reading it. */
export const hasPasswordOf = ({ passwordHash }: { passwordHash: Column }): SQL<boolean> =>
  sql<boolean>`${passwordHash} is not null`
