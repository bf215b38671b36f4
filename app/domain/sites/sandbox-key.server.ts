/**
 * The key of a script that a shop platform runs in a sandbox, whose requests have no origin. The
 * platform passes it on, and everyone who opens the shop can read it, like the site's uuid: it says
 * where a report came from as well as an Origin header does, and proves no more.
 */
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'

/** 32 hexadecimal digits. */
export const sandboxKeyOf = (secrets: Secrets, siteUuid: string): string =>
  secrets.fingerprint(siteUuid, 'sandbox').slice(0, 32)

/** @param key as sent */
export const isSandboxKey = (secrets: Secrets, siteUuid: string, key: string): boolean =>
  timingSafeEqualText(key, sandboxKeyOf(secrets, siteUuid))
