/** Informs an organization's owner of a gift from staff. The subject contains no user input. */
import { couponWords } from '#app/domain/billing/discounts.ts'
import type { GiftNotice, ShownGift } from '#app/domain/billing/notices.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { formatLongDate } from '#app/lib/days/moment-text.ts'
import { pathInTeam } from '#app/lib/switch-path.ts'
import type { EmailContent } from './render-email.server.tsx'

export function giftEmail(
  { gift, team, teamId }: GiftNotice,
  addressOf: ScreenAddress,
): EmailContent {
  const { subject, paragraphs } = wordsOf(gift, team)
  return {
    subject,
    paragraphs,
    action:
      gift.kind === 'coupon'
        ? { label: 'Open billing', address: addressOf(pathInTeam(teamId, '/billing')) }
        : { label: 'View plan', address: addressOf(`/settings/teams/${String(teamId)}/plan`) },
    footer: `You’re receiving this because you own ${team}.`,
  }
}

type Words = Pick<EmailContent, 'subject' | 'paragraphs'>

function wordsOf(gift: ShownGift, team: string): Words {
  switch (gift.kind) {
    case 'plan':
      return {
        subject: `Your plan is now ${planName(gift.planId)}`,
        paragraphs: [`Our support team changed the plan of ${team} to ${planName(gift.planId)}.`],
      }
    case 'trial':
      return {
        subject: `Try the ${planName(gift.planId)} plan until ${formatLongDate(gift.until)}`,
        paragraphs: [
          `Our support team gave ${team} the ${planName(gift.planId)} plan until ${formatLongDate(gift.until)}, free of charge.`,
          'After that, everything beyond your own plan pauses. Nothing is deleted, and the trial doesn’t become a paid plan.',
        ],
      }
    case 'boost':
      return {
        subject: `You have ${count.format(gift.units)} more ${gift.meteredBy}`,
        paragraphs: [
          gift.site === null
            ? `Our support team raised the monthly limit of ${team} by ${count.format(gift.units)} ${gift.meteredBy} until ${formatLongDate(gift.until)}, free of charge.`
            : `Our support team gave ${gift.site} a boost of ${count.format(gift.units)} ${gift.meteredBy} until ${formatLongDate(gift.until)}, free of charge. Its nudges go on with them once the monthly limit of ${team} is reached.`,
        ],
      }
    case 'coupon':
      return {
        subject: `A coupon for you: ${couponWords(gift.terms)}`,
        paragraphs: [
          `Our support team gave ${team} a coupon: ${couponWords(gift.terms)}.`,
          `Enter this code on the billing page when you choose a plan, or for the plan that you have: ${gift.code}`,
          'It works once.',
        ],
      }
  }
}

const planName = (id: string) => findPlan(id)?.name ?? id
const count = new Intl.NumberFormat('en')
