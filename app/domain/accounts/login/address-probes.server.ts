/**
 * Bounds how many addresses with an account one network can find out.
 *
 * People are logged in as soon as they have registered, before they have read an email, so the answer
 * shows whether the address had an account. Each such answer counts, until the network has had too many:
 * from then on an address with an account and one without get the same refusal.
 */
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** The address is the login of another account. */
export class AddressTaken extends Refusal {
  /** @param field of the form, and its sentence */
  constructor(field: string, sentence: string) {
    super('invalid', addressTaken, { errors: { [field]: [sentence] } })
  }
}

export const addressTaken = 'There’s already an account with this email address.'

/**
 * Does work that makes an address the login of an account. Counts before the work, so that concurrent
 * requests are bounded as well.
 *
 * @param address the client's network address
 * @throws Refusal `too_many`, the same for every email address; AddressTaken and other errors of `work`
 */
export async function countAddressProbe<Result>(
  { security: { rateLimits } }: Services,
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await rateLimits.consume('addressProbe', address, address)
  let isFound = false
  try {
    return await work()
  } catch (error) {
    isFound = error instanceof AddressTaken
    throw error
  } finally {
    if (!isFound) await rateLimits.giveBack('addressProbe', address, address)
  }
}
