/** A site's numbers for a day, a week or a month. Contains no tracking of opens. */
import type { Days } from '#app/lib/days/counted-days.ts'
import type { ReportFacts } from '#app/domain/reports/due-reports.server.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { changeOf } from '#app/domain/stats/comparison.ts'
import { definitions, metrics } from '#app/domain/stats/definitions.ts'
import { formatLongDay } from '#app/lib/days/moment-text.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Facts = Omit<ReportFacts, 'email'>

export function reportEmail(
  { host, zone, totals, before, push }: Facts,
  period: Days,
  addressOf: ScreenAddress,
): EmailContent {
  const days = daysOf(period)
  return {
    subject: `${productName} report for ${days}`,
    paragraphs: [
      `Here’s how nudges performed on ${host} for ${days} (${zone}), compared with the previous period.`,
      ...metrics.map((metric) => {
        const { name, meaning } = definitions[metric]
        return `${name}: ${countOf(totals[metric])}, ${describeChange(totals[metric], before[metric])}\n${meaning}`
      }),
      ...(push === null
        ? []
        : [
            `Push messages: ${countOf(push.accepted)} accepted by push services, ${countOf(push.shown)} shown, ${countOf(push.clicked)} clicked\nMessages of campaigns and automations to ${countOf(push.subscribers)} ${push.subscribers === 1 ? 'subscriber' : 'subscribers'}, by days in UTC. Not all devices report what they show.`,
          ]),
    ],
    action: {
      label: 'View statistics',
      address: addressOf(`/statistics?from=${period.from}&to=${period.to}`),
    },
    footer: 'You’re receiving this because you turned on email reports for this site.',
    choices: addressOf('/statistics/reports'),
  }
}

function describeChange(now: number, before: number): string {
  const change = changeOf(now, before)
  if (change === null) return 'none in the previous period'
  if (change === 0) return 'no change'
  return `${percents.format(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${countOf(before)}`
}

const daysOf = ({ from, to }: Days) =>
  from === to ? formatLongDay(from) : `${formatLongDay(from)} to ${formatLongDay(to)}`

const numbers = new Intl.NumberFormat('en')
const countOf = (value: number) => numbers.format(value)
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
