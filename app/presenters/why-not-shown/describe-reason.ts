/** Puts the reason why a nudge wasn't shown into a sentence that names its object. */
import type { CardLayout } from '#app/contract/card-design.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { NudgePlacement } from '#app/contract/nudge-rules.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'

export type ReasonSubject = {
  uuid: string
  siteUuid: string
  type: NudgeType
  placement: NudgePlacement | null
  /** Absent: a card. */
  layout?: CardLayout | undefined
  /** A page that reported the reason. Null: unknown. */
  page: string | null
}

export type ReasonText = { sentence: string; fix: { label: string; to: string } | null }

export function describeReason(reason: NotShownReason, subject: ReasonSubject): ReasonText {
  const { uuid, siteUuid, type, placement, layout, page } = subject
  const where = page === null ? 'your pages' : page
  const selector = `“${placement?.selector ?? ''}”`
  const edit = (label: string, panel: string) => ({ label, to: `/nudges/${uuid}?panel=${panel}` })
  const display = { label: 'Change display settings', to: '/site-settings/timing' }

  switch (reason) {
    case 'no_place':
      return {
        sentence: `No element matches ${selector} on ${where}.`,
        fix: edit('Change placement', 'where'),
      }
    case 'no_room':
      // Only inline nudges have a placement.
      if (placement === null) {
        const covered = `On ${where} the nudge would have covered a button, a link or a field at every edge, until it gave up after half a minute.`
        return layout === 'bar'
          ? {
              sentence: `${covered} A card needs less room than a bar.`,
              fix: edit('Change layout', 'look'),
            }
          : {
              sentence: `${covered} Another position may have room.`,
              fix: edit('Change position', 'look'),
            }
      }
      return {
        sentence: `At ${selector} on ${where} the nudge would have moved what visitors were reading. ${layout === 'line' ? 'Your theme can reserve room for it.' : 'The compact line needs less room, or your theme can reserve it.'}`,
        fix: layout === 'line' ? edit('Change placement', 'where') : edit('Change layout', 'look'),
      }
    case 'no_page_data':
      return {
        sentence: lackOf(type, page),
        fix: { label: 'Report page data', to: `/pixel/${siteUuid}?part=developers` },
      }
    case 'no_data':
      return {
        sentence: `No data to show on ${where}. Not shown when: ${nudgeDefinitions[type].about.hidesWhen}`,
        fix: null,
      }
    case 'page_rule':
      return {
        sentence: `Its targeting or schedule excluded the visit, for example on ${where}.`,
        fix: edit('Change targeting', 'where'),
      }
    case 'checkout':
      return {
        sentence:
          page === null
            ? notShownWords.checkout.meaning
            : `Nudges never show at checkout, and ${page} looks like one.`,
        fix: null,
      }
    case 'busy':
      return {
        sentence: `On ${where} a cookie bar or a dialog was open, or the visitor was typing, until they left.`,
        fix: null,
      }
    case 'below_minimum':
      return {
        sentence: notShownWords.below_minimum.meaning,
        fix: edit('Change minimum', 'message'),
      }
    case 'capped':
      return { sentence: notShownWords.capped.meaning, fix: display }
    case 'seen':
    case 'holdout':
    case 'plan_limit':
    case 'paused':
    case 'consent':
    case 'stale':
      return { sentence: notShownWords[reason].meaning, fix: null }
  }
}

/** "/shirt hasn’t reported its stock." */
function lackOf(type: NudgeType, page: string | null): string {
  const fact = nudgeDefinitions[type].pageFact
  const lacks = {
    stock: 'its stock',
    cart: 'the visitor’s cart',
    product: 'its product',
    value: 'a value that the text needs',
  }[fact ?? 'value']
  return page === null ? `No page has reported ${lacks} yet.` : `${page} hasn’t reported ${lacks}.`
}
