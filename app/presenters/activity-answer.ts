/** Activities as other programs see them: an allow list of fields, never whole rows. */
import type { ActivityAnswer } from '#app/contract/activities.ts'
import type { Activity } from '#app/domain/activities/columns.ts'
import { fromCents } from '#app/lib/money.ts'

export const describeActivity = (activity: Activity): ActivityAnswer => ({
  uuid: activity.uuid,
  id: activity.externalId,
  kind: activity.kind,
  occurred_at: activity.occurredAt.toISOString(),
  received_at: activity.receivedAt.toISOString(),
  trust: activity.trust,
  approval: activity.approval,
  is_showable: activity.isShowable,
  is_same_sale: activity.sameSaleAs !== null,
  state: activity.state,
  test: activity.isTest,
  total: fromCents(activity.amountCents),
  currency: activity.currency,
  person: {
    first_name: activity.firstName,
    last_name: activity.lastName,
    city: activity.city,
    country: activity.country,
  },
  product:
    activity.productTitle === null
      ? null
      : {
          title: activity.productTitle,
          url: activity.productUrl,
          image: activity.productImage,
        },
  stars: activity.stars,
  body: activity.body,
})
