/** Previews for the owner, compiled from the real data like payloads. */
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { fullOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { compilePayload } from './payload.server.ts'
import { requestPictures } from '#app/domain/activities/page-pictures/request-pictures.server.ts'
import {
  listPreviewed,
  listPublished,
  type StoredNudge,
} from '#app/domain/nudges/published-nudges.server.ts'
import { listSeenPages } from './seen-pages.server.ts'
import type { PreviewSubject } from './preview-token.server.ts'
import { barLanguageOf } from '#app/domain/wording/bar-language.ts'
import { examplePicture } from '#app/domain/wording/example-shop.ts'
import { formPointingTexts } from '#app/domain/wording/form-pointing-texts.ts'
import { pointingTexts } from '#app/domain/wording/pointing-texts.ts'
import { previewWords } from '#app/domain/wording/preview-words.ts'
import { contentErrors, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { sampleContent, sampleData } from '#app/domain/nudges/types/kit/sample-data.ts'

/** Uuid of a nudge that isn't stored yet. */
const unsaved = '00000000-0000-0000-0000-000000000000'

type Previewed = {
  subject: PreviewSubject
  /** The asking page's language; null when it names none that nudges have. */
  pageLanguage: NudgeLanguage | null
}

/**
 * The payload of a preview on the site's pages; null when the site no longer exists. Ignores holdout
 * group, limits and the kill switch. Drafts have a watermark.
 */
export async function compilePreview(
  services: Services,
  site: SiteScope,
  { subject, pageLanguage }: Previewed,
): Promise<PixelPayload | null> {
  const { db, config } = services
  const compiled = await compileSubject(services, site, { subject, pageLanguage })
  if (!compiled) return null

  const { isExample } = compiled
  const { forms: _nothingIsCaptured, ...payload } = compiled.payload
  const { named, language, pages } = await db.asTeam(site, async (tx) => {
    const [row] = await tx.select({ options: sites.options }).from(sites).where(inSite(sites, site))
    return {
      named: await tx
        .select({ id: nudges.shortId, name: nudges.name })
        .from(nudges)
        .where(inSite(nudges, site)),
      language: fullOptions(row?.options ?? {}).language,
      pages:
        subject.kind === 'place'
          ? await listSeenPages(tx, site, { now: services.now(), limit: 100 })
          : [],
    }
  })
  const barLanguage = barLanguageOf(language)
  const { live, test, example, facts, covers, ...drafts } = previewWords[barLanguage]
  const isDraft = subject.kind !== 'live' && subject.kind !== 'goal'
  const words = isDraft ? drafts : { ...drafts, title: subject.kind === 'goal' ? test : live }
  const reportTo = `${config.appUrl}/api/pixel/${site.siteUuid}/events`
  const listed = new Set([...payload.nudges.map(({ id }) => id), ...unshownOf(payload)])
  const { maxNudges: _limit, ...options } = payload.options
  return {
    ...payload,
    options,
    nudges: isDraft
      ? payload.nudges.map(watermark(isExample ? example : words.title))
      : payload.nudges,
    preview: {
      ...words,
      ...(subject.kind === 'goal' ? { reportTo } : {}),
      ...(subject.kind === 'place'
        ? { pointing: { reportTo, pages, texts: pointingTexts[barLanguage] } }
        : {}),
      ...(subject.kind === 'form'
        ? { formPointing: { reportTo, texts: formPointingTexts[barLanguage] } }
        : {}),
      names: Object.fromEntries(
        named.filter(({ id }) => listed.has(id)).map(({ id, name }) => [id, name]),
      ),
      details: Object.fromEntries(
        payload.nudges.map(({ id, type, surface, placement }) => [
          id,
          {
            no_place: words.reasons.no_place.replace('{selector}', placement?.selector ?? ''),
            ...(surface === 'popup' ? { no_room: covers } : {}),
            no_page_data: words.reasons.no_page_data.replace(
              '{fact}',
              facts[nudgeDefinitions[type].pageFact ?? 'value'],
            ),
          },
        ]),
      ),
    },
  }
}

/** A nudge without data is pointed with as an example, so that its owner sees what comes there. */
async function compileSubject(
  services: Services,
  site: SiteScope,
  { subject, pageLanguage }: Previewed,
) {
  const counts = await createLiveCounts(services).of(site.siteId)
  const compiled = await compile(services, site, {
    counts,
    pageLanguage,
    preview: (tx) => listSubject(tx, site, subject),
  })
  if (!compiled) return null
  if (subject.kind !== 'place' || compiled.nudges.length > 0) {
    return { payload: compiled, isExample: false }
  }
  const at = services.now()
  const payload = await compile(services, site, {
    counts,
    pageLanguage,
    preview: async (tx) =>
      (await listSubject(tx, site, subject)).map((nudge) => ({
        ...nudge,
        content: contentFor(nudge, at),
        rules: {},
      })),
    data: () => sampleData(at),
  })
  return payload && { payload, isExample: true }
}

/** An example's, where the owner hasn't entered it. */
function contentFor({ type, content }: { type: string; content?: unknown }, at: Date): unknown {
  const known = nudgeTypes.find((one) => one === type)
  return known && Object.keys(contentErrors(known, content)).length > 0
    ? sampleContent(nudgeDefinitions[known], at)
    : content
}

/** The nudges that the link is about. */
function listSubject(tx: Queries, site: SiteScope, subject: PreviewSubject) {
  if (subject.kind === 'form') return Promise.resolve([])
  if (subject.kind === 'live' || subject.kind === 'goal') return listPublished(tx, site)
  return listPreviewed(tx, site, 'uuid' in subject ? subject.uuid : null)
}

const watermark =
  (title: string) =>
  (nudge: PixelNudge): PixelNudge => ({
    ...nudge,
    heading: nudge.heading === undefined ? title : `${title} · ${nudge.heading}`,
  })

const unshownOf = ({ unshown = [] }: PixelPayload) => unshown.map(({ nudge }) => nudge)

/** A nudge as an editor has it. Absent fields use the type's defaults. */
export type DraftNudge = Pick<StoredNudge, 'surface'> & { type: NudgeType } & Partial<
    Pick<StoredNudge, 'query' | 'content' | 'rules' | 'placement' | 'message' | 'look'>
  >

/** Payload that an unsaved nudge would have now. Without data the payload has no nudge. */
export const compileDraft = (
  services: Services,
  site: SiteScope,
  draft: DraftNudge,
): Promise<PixelPayload | null> =>
  compile(services, site, {
    counts: undefined,
    preview: () => Promise.resolve([stored(draft)]),
    screen: services.security.secrets,
  })

/** Its payload with sample data. Only for its owner. */
export function compileExample(
  services: Services,
  site: SiteScope,
  draft: DraftNudge,
): Promise<PixelPayload | null> {
  const at = services.now()
  const content = contentFor(draft, at)
  return compile(services, site, {
    counts: undefined,
    preview: () => Promise.resolve([stored({ ...draft, content })]),
    data: () => sampleData(at, examplePicture(services.config.appUrl)),
    screen: services.security.secrets,
  })
}

const stored = (draft: DraftNudge): StoredNudge => ({
  id: 0,
  uuid: unsaved,
  shortId: 'unsaved',
  version: 1,
  query: {},
  content: null,
  rules: {},
  placement: null,
  message: null,
  look: {},
  ...draft,
})

type Wanted = Pick<
  Parameters<typeof compilePayload>[2],
  'counts' | 'preview' | 'data' | 'screen' | 'pageLanguage'
>

function compile(
  services: Services,
  site: SiteScope,
  wanted: Wanted,
): Promise<PixelPayload | null> {
  const { db, log, now, config } = services
  const onNewPictures = () => requestPictures(services)
  const parts = { db, log, now, appUrl: config.appUrl, onNewPictures }
  return compilePayload(parts, site, { withheld: undefined, ...wanted })
}
