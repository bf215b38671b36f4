/**
 * Texts of activities as visitors will read them: without HTML's entities and tags, whatever door they
 * came through. The functions that make rows call these, so no door can forget it, and a report
 * is the same one whether its texts were encoded or not.
 */
import type { PageActivity } from '#app/contract/page-activities.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import { isExtra } from '#app/integrations/kit/sold-products.ts'
import { plainLine, plainText } from '#app/lib/markup/plain-text.ts'

/** Texts without markup stay as they were sent, with their spaces and blank lines. */
const isMarked = (text: string) => /[<&]/.test(text)

type Text = string | null | undefined

const line = <Given extends Text>(given: Given) =>
  typeof given === 'string' && isMarked(given) ? plainLine(given) : given

const lines = <Given extends Text>(given: Given) =>
  typeof given === 'string' && isMarked(given) ? plainText(given) : given

/** Leaves out items whose title contained only tags. */
export function plainFact(fact: ReportedFact): ReportedFact {
  const { person, items } = fact
  return {
    ...fact,
    ...(person
      ? {
          person: {
            ...person,
            first_name: line(person.first_name),
            last_name: line(person.last_name),
            city: line(person.city),
          },
        }
      : {}),
    ...(items
      ? {
          items: items
            .map((item) => ({ ...item, title: line(item.title) }))
            .filter(({ title }) => title !== ''),
        }
      : {}),
    ...(fact.kind === 'review' ? { body: lines(fact.body) } : {}),
  }
}

/**
 * The same for what a page reports. A tip or a gift card isn't named as an order's product. A name or town that is an email address once it is decoded is left
 * out, as one that is written openly is refused.
 */
export function plainPageActivity(activity: PageActivity): PageActivity {
  const { first_name: name, city, product } = activity
  const title = line(product?.title)
  const isNamed = title && !(activity.kind === 'purchase' && isExtra(title))
  return {
    ...activity,
    first_name: withoutAddress(line(name)),
    city: withoutAddress(line(city)),
    product: product && isNamed ? { ...product, title } : null,
    ...(activity.kind === 'review' ? { body: lines(activity.body) } : {}),
  }
}

const withoutAddress = (text: Text): Text => (text?.includes('@') ? null : text)
