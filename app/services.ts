/** Everything outside of memory, created once by server/compose.server.ts and passed in. */
import type pg from 'pg'
import type { Config } from './config.server.ts'
import type { Database } from '#app/db/db.ts'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import type { ShareStreams } from '#app/domain/events/log/shared-streams.ts'
import type { VisitorKeys } from '#app/domain/events/visitor-key.server.ts'
import type { SiteCache } from '#app/domain/serving/site-cache.server.ts'
import type { BigCommerceApp } from '#app/domain/shops/stores/bigcommerce-app.ts'
import type { Shopify } from '#app/domain/shops/shopify.ts'
import type { PasswordHasher } from '#app/domain/accounts/passwords.server.ts'
import type { RateLimits } from '#app/domain/accounts/login/rate-limits.server.ts'
import type { SmsSender } from '#app/domain/accounts/two-factor/sms-sender.ts'
import type { Mailer } from '#app/emails/mailer.server.ts'
import type { Outbox } from '#app/emails/outbox.server.ts'
import type { JobQueue } from '#app/jobs/job.ts'
import type { GuardedFetch, GuardedStream } from '#app/lib/web/guarded-fetch.server.ts'
import type { PixelVersions } from '#app/lib/web/pixel-versions.ts'
import type { PolicyReports } from '#app/lib/web/policy-reports.ts'
import type { RequestCounts } from '#app/lib/web/request-counts.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import type { GuardedPost } from '#app/lib/web/guarded-post.server.ts'
import type { GuardedSender } from '#app/lib/web/sender/guarded-sender.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { ImageEncoder } from '#app/lib/image-encoder.server.ts'
import type { Tracing } from '#app/lib/tracing/tracing.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

export type Services = {
  config: Config
  db: Database
  /** For hand-written hot statements and libraries with their own SQL. Uses the system role. */
  pool: pg.Pool
  log: Log
  now: () => Date
  jobs: JobQueue
  mail: {
    /** Call only from jobs, so requests never wait for SMTP. */
    mailer: Mailer
    /** Stores emails when no SMTP server is set. */
    outbox: Outbox
    /** Text messages. Null: no provider is configured. */
    sms: SmsSender | null
  }
  security: {
    secrets: Secrets
    passwords: PasswordHasher
    rateLimits: RateLimits
    /** Distinguishes a site's visitors without storing anything in their browsers. */
    visitorKeys: VisitorKeys
  }
  /** The only way to request a URL that someone else chose. */
  net: {
    fetch: GuardedFetch
    /** For images alone. */
    images: GuardedFetch
    /** For bodies that are read in chunks. */
    stream: GuardedStream
    /** Clients for the services that sites are connected with. */
    providers: ProviderClients
    /** For what is sent there. */
    post: GuardedPost
    /** The same for push services, which get thousands of requests. */
    push: GuardedSender
  }
  /** Null: the product isn't an app in Shopify. */
  shopify: Shopify | null
  /** Null: the product isn't an app in Wix. */
  wix: WixApp | null
  /** Null: the product isn't an app in BigCommerce. */
  bigcommerce: BigCommerceApp | null
  /** Opens the log of events in NATS. Null: events are logged elsewhere, or not by this process. */
  natsLog: ((share: ShareStreams) => EventLog) | null
  /** Null: no collector of traces is configured, or this process isn't traced. */
  tracing: Tracing | null
  billing: {
    /** Null: no card payments are set up on this server. */
    card: CardChannel | null
  }
  /** Sites by public uuid and their payloads, cached in memory for seconds. */
  siteCache: SiteCache
  images: ImageEncoder
  /** Counts of this process, without those of the pixel. */
  requests: RequestCounts
  /** That browsers requested from this process. */
  pixelVersions: PixelVersions
  /** That browsers sent to this process about the frame in Shopify's admin. */
  policyReports: PolicyReports
}
