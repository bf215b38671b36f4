/** Compiles a site's payload: nudges in the form that pages show. */
import { eq } from 'drizzle-orm'
import { ZodError } from 'zod'
import { contractVersion, type PixelNudge, type PixelPayload } from '#app/contract/pixel.ts'
import { type NotShownReason, type Unshown } from '#app/contract/pixel-events.ts'
import type { NudgeLanguage, SiteOptions } from '#app/contract/site-options.ts'
import type { Database, Queries } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { compileForms } from '#app/domain/forms/form-rules.server.ts'
import { compileGoals } from '#app/domain/goals/goals.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { addPictures } from './add-pictures.server.ts'
import { chooseScript } from './choose-script.ts'
import { compileNudge, type SiteMoment } from './compile-nudge.server.ts'
import { markRepeats, type CompiledNudge } from './mark-repeats.ts'
import { holdCorrections } from '#app/domain/nudges/shown-activities.server.ts'
import type { NudgeData } from '#app/domain/nudges/types/kit/nudge-data.ts'
import { readNudgeData } from './data/nudge-data.server.ts'
import { drawingsOf } from '#app/domain/nudges/types/registry.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { compilePush } from '#app/domain/push/compile-push.server.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import { optionsWithinPlan } from '#app/domain/plans/within-plan.ts'
import { pixelOptions } from './pixel-options.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import {
  validateNudge,
  listPublished,
  type StoredNudge,
} from '#app/domain/nudges/published-nudges.server.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { phrasesFor, phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

/** Listed here instead of using `Services`, which contains the cache that calls this. */
type Parts = {
  db: Database
  log: Log
  now: () => Date
  appUrl: string
  /** Called after the commit when nudges show pictures that were never read. */
  onNewPictures?: (() => Promise<void>) | undefined
}

type PayloadInput = {
  /** Why nothing at all can be shown. */
  withheld: PixelPayload['withheld']
  /** Live counts, if a nudge shows them. */
  counts: PixelPayload['counts']
  /** Nudges to compile instead of the published ones, for a preview by the owner. */
  preview?: (tx: Queries) => Promise<StoredNudge[]>
  /** Replaces the published nudges for variant B of an experiment. */
  instead?: (tx: Queries, published: StoredNudge[]) => Promise<StoredNudge[]>
  /** For previews: replaces the site's data, for an example. */
  data?: (tx: Queries) => NudgeData
  /**
   * Only drawn on our own screens, where forms and goals have nothing to watch, and images come from
   * us: their URLs are signed with these.
   */
  screen?: Secrets
  /** For previews: options as entered, overriding the stored ones. */
  typed?: Partial<SiteOptions>
  /** The asking page's language. Replaces the site's where its owner wants that. */
  pageLanguage?: NudgeLanguage | null
}

/** Null when the site no longer exists. Nudges without data are only listed. */
export async function compilePayload(
  { db, log, now, appUrl, onNewPictures }: Parts,
  site: SiteScope,
  { withheld, counts, preview, instead, data, typed, screen, pageLanguage = null }: PayloadInput,
): Promise<PixelPayload | null> {
  const at = now()
  return db.asTeam(site, async (tx) => {
    const isPreview = preview !== undefined
    const held = isPreview ? null : holdCorrections(tx, site)
    const reading = tx
      .select({
        options: sites.options,
        url: sites.url,
        withdrawals: sites.withdrawals,
        timeZone: sites.timeZone,
        ...teamPlanColumns,
      })
      .from(sites)
      .innerJoin(teams, eq(teams.id, sites.teamId))
      .where(inSite(sites, site))
    const [, [row]] = await Promise.all([held, reading])
    if (!row) return null

    const entitlements = entitlementsOf(row)
    const ofSite = optionsWithinPlan({ ...fullOptions(row.options), ...typed }, entitlements)
    const options = inPageLanguage(ofSite, pageLanguage)
    const { withdrawals, timeZone } = row
    const siteName = new URL(row.url).host
    const cartedProducts = Object.keys(counts?.carts.products ?? {})
    const moment = {
      entitlements,
      timeZone,
      siteLanguage: ofSite.language,
      options,
      siteName,
      at,
      withdrawals,
      cartedProducts,
    }
    const shown: CompiledNudge[] = []
    const unshown: Unshown[] = []
    const list = preview ?? ((from: Queries) => listPublished(from, site))
    const listed = withheld ? [] : await list(tx)
    const wanted = instead ? await instead(tx, listed) : listed
    const compile = (stored: StoredNudge) =>
      compileStored(tx, site, { stored, moment, log, isPreview, data: data?.(tx) })
    // Pictures only read, so their queries go to the database together. Nudges for pages are
    // compiled in order, since each stores its claims.
    const pictures = isPreview ? await Promise.all(wanted.map(compile)) : null
    for (const [at, stored] of wanted.entries()) {
      const compiled = pictures?.[at] ?? (await compile(stored))
      if (typeof compiled === 'string') unshown.push({ nudge: stored.shortId, reason: compiled })
      else shown.push(compiled)
    }
    const showsImage = ({ look }: PixelNudge) =>
      isPreview || (look?.imagePosition ?? options.imagePosition) !== 'none'
    const pictured = await addPictures(tx, site, {
      compiled: shown,
      siteName,
      appUrl,
      at,
      screen,
      showsImage,
    })
    if (pictured.hasNew && onNewPictures) tx.afterCommit(onNewPictures)
    // The kill switch also stops reading forms.
    const readsForms =
      !screen && withheld !== 'paused' && entitlements.includes('integrations.form_submissions')
    const forms = readsForms ? await compileForms(tx, site, at) : []
    const goals = screen ? [] : await compileGoals(tx, site)
    const push =
      screen || isPreview
        ? null
        : await compilePush(tx, site, {
            appUrl,
            language: options.language,
            isIncluded: withheld === undefined && entitlements.includes('push_nudges'),
          })
    const nudges = markRepeats(pictured.nudges)
    const items = nudges.flatMap((nudge) => nudge.items)
    const phrases = phrasesOf(wordsOf(options.language), options.branding)
    const sentOptions = pixelOptions(withOneLink(options, shown), appUrl)
    const scripts = isPreview ? {} : chooseScript({ nudges, options: sentOptions, goals })
    return {
      version: contractVersion,
      options: sentOptions,
      ...scripts,
      nudges,
      ...(unshown.length > 0 ? { unshown } : {}),
      ...(withheld ? { withheld } : {}),
      ...(counts ? { counts } : {}),
      ...(forms.length > 0 ? { forms } : {}),
      ...(goals.length > 0 ? { goals } : {}),
      ...(push ? { push } : {}),
      ...layoutsOf(nudges),
      // Its place may get an example of any item while the owner points at it.
      phrases: isPreview ? phrases : phrasesFor(items, phrases),
      ...(shown.some(({ nudge }) => showsImage(nudge))
        ? { drawings: drawingsOf(shown.map(({ nudge }) => nudge.type)) }
        : {}),
    }
  })
}

/** A direction is set for the site's language. Texts in another one have that of their page. */
const inPageLanguage = (options: SiteOptions, language: NudgeLanguage | null): SiteOptions =>
  language === null || language === options.language || !options.usePageLanguage
    ? options
    : { ...options, language, direction: 'auto' }

/** A popup shows our link already, so inline nudges don't repeat it. */
const withOneLink = (options: SiteOptions, shown: readonly CompiledNudge[]): SiteOptions =>
  shown.some(({ nudge }) => nudge.surface === 'popup')
    ? { ...options, inlineBranding: false }
    : options

type Compiling = {
  stored: StoredNudge
  moment: SiteMoment
  log: Log
  isPreview: boolean
  data: NudgeData | undefined
}

/** A nudge that can't be read or compiled is omitted without affecting the others. */
async function compileStored(
  tx: Queries,
  site: SiteScope,
  { stored, moment, log, isPreview, data = readNudgeData(tx, site) }: Compiling,
): Promise<CompiledNudge | NotShownReason> {
  try {
    const nudge = validateNudge(stored)
    return await compileNudge({
      stored,
      nudge,
      moment,
      data,
      claims: isPreview ? null : { tx, site },
    })
  } catch (error) {
    if (error instanceof ZodError) {
      const where = error.issues.map(({ path }) => path.join('.'))
      log.warn({ nudge: stored.uuid, where }, 'a stored nudge has settings that cannot be read')
      return 'no_data'
    }
    // A time or number out of range. Database errors aren't about this nudge only.
    if (!(error instanceof RangeError)) throw error
    log.error({ err: error, nudge: stored.uuid }, 'a nudge could not be put into words')
    return 'no_data'
  }
}
